/** Games from elsewhere for My games: those that this browser keeps itself, and records as files or texts. */
import { useSignal, type Signal } from "@preact/signals";
import type { JSX } from "preact";
import { bring, forget, record, type Summary } from "../net/api";
import { isStatic } from "../net/edition";
import { sentence } from "../net/failures";
import { t, tn } from "../i18n/translate";
import { isLocal } from "../page/local";
import { tell } from "../ui/announce";

/** Does one thing after the other, and says how many were done, or why no more. */
async function each<T>(things: T[], busy: Signal<boolean>, work: (thing: T) => Promise<unknown>): Promise<void> {
  let done = 0;
  busy.value = true;
  try {
    for (const thing of things) {
      await work(thing);
      done += 1;
    }
    tell(tn("{n} game is in your list now.", "{n} games are in your list now.", done));
  } catch (failure) {
    tell(sentence(failure), "error");
  }
  busy.value = false;
}

/** Games that were played without the server; there under the same name, so that none comes twice, and only then no longer here. */
export function ToServer({ matches, onDone }: { matches: Summary[]; onDone: () => void }): JSX.Element | null {
  const busy = useSignal(false);
  const own = matches.filter(({ id }) => isLocal(id));
  if (isStatic() || !own.length) return null;
  const move = async ({ id }: Summary): Promise<void> => {
    await bring(await record(id), id);
    await forget(id);
  };
  return (
    <button class="button" disabled={busy.value} onClick={() => void each(own, busy, move).then(onDone)}>
      {tn("Bring {n} game of this device to the server", "Bring {n} games of this device to the server", own.length)}
    </button>
  );
}

/** A file or a text may hold several records, each of which begins with its game. */
export const recordsIn = (text: string): string[] =>
  text.split(/^(?=\s*\[Game )/m).map((part) => part.trim()).filter(Boolean);

export function Import({ onDone }: { onDone: () => void }): JSX.Element {
  const busy = useSignal(false);
  const text = useSignal("");
  const take = async (given: string): Promise<void> => {
    await each(recordsIn(given), busy, (one) => bring(one));
    text.value = "";
    onDone();
  };
  return (
    <details class="card">
      {/* Translators: opens a place to paste records of games or to choose a file with them */}
      <summary>{t("Import games")}</summary>
      <label class="field">
        <span>{t("Records of games, as a text")}</span>
        <textarea rows={5} dir="ltr" value={text.value} onInput={(event) => (text.value = event.currentTarget.value)} />
      </label>
      <div class="buttons">
        <button class="button main" disabled={busy.value || !text.value.trim()} onClick={() => void take(text.value)}>{t("Import")}</button>
        <label class="field">
          <span>{t("Or a file")}</span>
          <input type="file" accept=".txt,text/plain" disabled={busy.value} onChange={(event) => void event.currentTarget.files?.[0]?.text().then(take)} />
        </label>
      </div>
    </details>
  );
}
