/** What a player can choose: the look, sound, how moves are made, and the home network. */
import { useSignal } from "@preact/signals";
import type { ComponentType, JSX } from "preact";
import { useEffect } from "preact/hooks";
import { t } from "../i18n/translate";
import { isStatic } from "../net/edition";
import { openKeys } from "../ui/hotkeys";
import { isLocal } from "../ui/router";
import { coach, confirmMoves, coordinates, look, LOOKS, patience, sound, type Look } from "./settings";
import { Switch } from "./switch";
import { TableSettings } from "./table-settings";

const lookName = (name: Look): string =>
  ({ auto: t("Same as device"), light: t("Light theme"), dark: t("Dark theme"), contrast: t("High contrast") })[name];

function Looks(): JSX.Element {
  return (
    <fieldset>
      <legend>{t("Appearance")}</legend>
      <div class="choices">
        {LOOKS.map((name) => (
          <label class="choice">
            <input type="radio" name="look" checked={look.value === name} onChange={() => (look.value = name)} />
            {lookName(name)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const Keys = (): JSX.Element => <button type="button" class="button" onClick={openKeys}>{t("Keys")} <kbd>?</kbd></button>;

/** A part of the menu that is fetched where it is wanted. */
function Later({ fetch }: { fetch: () => Promise<ComponentType> }): JSX.Element | null {
  const part = useSignal<ComponentType | null>(null);
  useEffect(() => void fetch().then((found) => (part.value = found), () => undefined), []);
  return part.value && <part.value />;
}

/** What is kept for playing without a network. */
const offline = (): Promise<ComponentType> => import("./offline").then(({ OfflineSetting }) => OfflineSetting);
/** Whether one is told of one's turn. */
const notices = (): Promise<ComponentType> => import("../turns/setting").then(({ NotifySetting }) => NotifySetting);
/** What is open to other devices, where the app runs on this computer. */
const home = (): Promise<ComponentType> => import("./home-network").then(({ HomeSetting }) => HomeSetting);

export function SettingsPanel(): JSX.Element {
  return (
    <>
      <Looks />
      <fieldset>
        <legend>{t("Playing")}</legend>
        <div class="choices">
          <Switch setting={sound}>{t("Sound")}</Switch>
          <Switch setting={confirmMoves}>{t("Confirm every move")}</Switch>
          <Switch setting={coach}>{t("Coach: warn me before a move that loses at once")}</Switch>
          <Switch setting={coordinates}>{t("Show coordinates")}</Switch>
          <Switch setting={patience}>{t("Opponents take their time")}</Switch>
        </div>
      </fieldset>
      <TableSettings />
      {!isStatic() && <Later fetch={notices} />}
      {"caches" in globalThis && <Later fetch={offline} />}
      <Keys />
      {isLocal() && <Later fetch={home} />}
    </>
  );
}
