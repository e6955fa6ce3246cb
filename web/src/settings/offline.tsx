/** For the settings: what this device keeps so that Tetrad works without a network, and how to be rid of it. */
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { root } from "../net/edition";
import { number, t } from "../i18n/translate";
import { keptBytes, parts, remove, sizeOf } from "../page/files";
import { sentence } from "../net/failures";
import { tell } from "../ui/announce";
import { writeSetting } from "../ui/storage";

const megabytes = (bytes: number): string => number(Math.round(bytes / 1e6));
const FOLDER = `${root}page/`;

export function OfflineSetting(): JSX.Element | null {
  const kept = useSignal<number | null>(null);
  const needed = useSignal(0);
  const busy = useSignal(false);
  const look = (): Promise<void> => keptBytes(FOLDER).then((bytes) => void (kept.value = bytes), () => undefined);
  useEffect(() => {
    void look();
    // A server may have been set up without this part.
    void parts(FOLDER).then((list) => (needed.value = sizeOf(list)), () => undefined);
  }, []);
  const keep = async (): Promise<void> => {
    busy.value = true;
    try {
      writeSetting("keep", "on");
      await navigator.storage?.persist?.();
      await (await import("../page/host")).prepare();
    } catch (failure) {
      tell(sentence(failure), "error");
    }
    await look();
    busy.value = false;
  };
  const clear = async (): Promise<void> => {
    writeSetting("keep", "off");
    await remove(FOLDER);
    await look();
  };
  if (kept.value === null || (!kept.value && !needed.value)) return null;
  return (
    <fieldset>
      <legend>{t("Without a network")}</legend>
      {kept.value ? (
        <>
          <p class="small soft">{t("Tetrad plays on this device without a network. It keeps {size} MB for that.", { size: megabytes(kept.value) })}</p>
          <button type="button" class="button" onClick={() => void clear()}>{t("Remove it")}</button>
        </>
      ) : (
        <button type="button" class="button" disabled={busy.value} onClick={() => void keep()}>{t("Keep Tetrad on this device ({size} MB)", { size: megabytes(needed.value) })}</button>
      )}
    </fieldset>
  );
}
