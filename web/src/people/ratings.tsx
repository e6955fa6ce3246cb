/** Somebody's ratings, by game and kind of clock. */
import type { JSX } from "preact";
import type { Rated } from "./api";
import { TITLES, type Game } from "../i18n/games";
import { t } from "../i18n/translate";
import { kindName, ratingText } from "./words";

export function Ratings({ ratings }: { ratings: readonly Rated[] }): JSX.Element {
  if (!ratings.length) return <p class="soft">{t("No rated games yet.")}</p>;
  return (
    <table class="ratings">
      <thead><tr><th scope="col">{t("Game")}</th><th scope="col">{t("Clock")}</th><th scope="col">{t("Rating")}</th><th scope="col">{t("Pairings")}</th></tr></thead>
      <tbody>
        {ratings.map((rated) => (
          <tr><th scope="row">{TITLES[rated.game as Game]}</th><td>{kindName(rated.kind)}</td><td class="number">{ratingText(rated)}</td><td class="number">{rated.pairings}</td></tr>
        ))}
      </tbody>
    </table>
  );
}
