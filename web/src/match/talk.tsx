/** What players say to each other: a set of phrases, each read in one's own language. */
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { ask, enc, type Acknowledged, type Schema } from "../net/api";
import { sentence } from "../net/failures";
import { Labelled } from "../i18n/labelled";
import { t } from "../i18n/translate";
import { nameOf } from "../i18n/words";
import { Block } from "../people/block";
import { tell } from "../ui/announce";
import type { MatchRoom } from "./room";

type Phrases = Schema["Phrases"]["phrases"];
const LATEST = 4;

export function Talk({ room }: { room: MatchRoom }): JSX.Element {
  const { talk, players, you } = room.state.value!;
  const other = you.length === 1 ? players[you[0] === 1 ? 2 : 1] : null;
  const phrases = useSignal<Phrases>([]);
  useLayoutEffect(() => void ask<Schema["Phrases"]>("GET", "/api/phrases").then((found) => (phrases.value = found.phrases), () => undefined), []);
  const say = (phrase: string): void => void ask<Acknowledged>("POST", `/api/matches/${enc(room.id)}/say`, { phrase }).then(
    ({ events }) => room.receiveAll(events),
    (failure: unknown) => tell(sentence(failure), "error"),
  );
  return (
    <section class="talk" aria-label={t("Talk")}>
      <ul aria-live="polite">
        {talk.slice(-LATEST).map(({ by, template }) => <li><Labelled label={nameOf(players[by], by)}>{t(template)}</Labelled></li>)}
      </ul>
      {you.length === 1 && (
        <label class="field">
          <span>{t("Say something")}</span>
          <select value="" onChange={(event) => { say(event.currentTarget.value); event.currentTarget.value = ""; }}>
            <option value="" disabled>{t("Choose a phrase …")}</option>
            {phrases.value.map(({ phrase, template }) => <option value={phrase}>{t(template)}</option>)}
          </select>
        </label>
      )}
      {other?.person && <Block name={other.name} />}
    </section>
  );
}
