/** My games: everything this browser has played, to go on with, replay, analyse, keep or delete. */
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { forget, myMatches, type Summary } from "../net/api";
import { tell } from "../ui/announce";
import { sentence } from "../net/failures";
import { t } from "../i18n/translate";
import { MatchRow } from "./row";
import { Sure } from "./panel";
import "../home/home.css";

export function Games(): JSX.Element {
  const matches = useSignal<Summary[] | null>(null);
  useLayoutEffect(() => {
    myMatches().then((all) => (matches.value = all), (failure: unknown) => {
      matches.value = [];
      tell(sentence(failure), "error");
    });
  }, []);
  const remove = (id: string): void => {
    forget(id).then(() => {
      matches.value = matches.value!.filter((match) => match.id !== id);
      tell(t("The game is deleted from your list."));
    }, (failure: unknown) => tell(sentence(failure), "error"));
  };
  if (!matches.value) return <p class="soft loading">{t("Loading …")}</p>;
  return (
    <>
      <h1>{t("My games")}</h1>
      {!matches.value.length && (
        <div class="card">
          <p>{t("You have not played yet. Games you play in this browser appear here; no account is needed.")}</p>
          <a class="button main" href="/">{t("Choose a game")}</a>
        </div>
      )}
      <ul class="list">
        {matches.value.map((match) => (
          <MatchRow match={match} key={match.id}>
            <a class="button" href={`/analyse/${match.game}?match=${match.id}`}>{t("Analyse")}</a>
            <a class="button" href={`/api/matches/${match.id}/record`} download>{t("Export")}</a>
            <Sure label={t("Delete")} question={t("Delete this game?")} onYes={() => remove(match.id)} />
          </MatchRow>
        ))}
      </ul>
    </>
  );
}
