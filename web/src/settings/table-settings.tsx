/** What boards and pieces are made of, how loud they are, and whether a phone makes them felt. */
import type { JSX } from "preact";
import { t } from "../i18n/translate";
import { isOn, pieceSet, SETS, sound, vibration, volume, type PieceSet } from "./settings";
import { Switch } from "./switch";
import { click } from "../sound/sound";

const setName = (name: PieceSet): string =>
  // Translators: what boards and pieces are made of: wood and stone as they are found, marble, or ink on paper.
  ({ natural: t("Wood and stone"), marble: t("Marble"), paper: t("Paper") })[name];

function Sets(): JSX.Element {
  return (
    <fieldset>
      <legend>{t("Board and pieces")}</legend>
      <div class="choices">
        {SETS.map((name) => (
          <label class="choice">
            <input type="radio" name="set" checked={pieceSet.value === name} onChange={() => (pieceSet.value = name)} />
            {setName(name)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Volume(): JSX.Element {
  return (
    <label class="field">
      <span>{t("Volume")}</span>
      <input type="range" min="10" max="100" step="10" value={volume.value} aria-valuetext={`${volume.value} %`} disabled={!isOn(sound)}
        onInput={(event) => (volume.value = event.currentTarget.value)} onChange={() => click("move")} />
    </label>
  );
}

export function TableSettings(): JSX.Element {
  return (
    <>
      <Sets />
      <Volume />
      {"vibrate" in navigator && <div class="choices"><Switch setting={vibration}>{t("Vibration")}</Switch></div>}
    </>
  );
}
