/** How somebody's games ended, by game and by side. */
import type { JSX } from "preact";
import type { Profile } from "./api";
import { sideName, TITLES, type Game, type Seat } from "../i18n/games";
import { number, t } from "../i18n/translate";

export function Results({ results }: { results: Profile["results"] }): JSX.Element | null {
  if (!results.length) return null;
  return (
    <section class="card" aria-labelledby="results">
      <h2 id="results">{t("Results")}</h2>
      <table class="ratings">
        <thead><tr><th scope="col">{t("Game")}</th><th scope="col">{t("Won")}</th><th scope="col">{t("Drawn")}</th><th scope="col">{t("Lost")}</th></tr></thead>
        <tbody>
          {results.map(({ game, side, won, drawn, lost }) => (
            <tr><th scope="row">{TITLES[game as Game]} · {sideName(side as Seat)}</th><td class="number">{number(won)}</td><td class="number">{number(drawn)}</td><td class="number">{number(lost)}</td></tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
