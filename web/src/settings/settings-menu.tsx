/** The choice of language, and the menu of looks, sound and how moves are made. */
import { useSignal, type Signal } from "@preact/signals";
import type { ComponentType, JSX } from "preact";
import { useEffect } from "preact/hooks";
import { chooseLanguage, language, LANGUAGES, t } from "../i18n/translate";
import { coach, confirmMoves, coordinates, flip, isOn, look, LOOKS, patience, sound, type Look } from "./settings";
import { Menu } from "../ui/menu";
import { openKeys } from "../ui/hotkeys";
import { isLocal, query, setQuery } from "../ui/router";

const lookName = (name: Look): string =>
  ({ auto: t("As the device"), light: t("Light look"), dark: t("Dark look"), contrast: t("High contrast") })[name];

export function Switch({ setting, children }: { setting: Signal<string>; children: string }): JSX.Element {
  return (
    <label class="choice">
      <input type="checkbox" checked={isOn(setting)} onChange={() => flip(setting)} />
      {children}
    </label>
  );
}

function choose(lang: string): void {
  if (query.value.has("lang")) setQuery({ lang: null });
  void chooseLanguage(lang);
}

/** Always in sight: whoever cannot read the page finds the globe, and their language by its name. */
export function Languages(): JSX.Element {
  return (
    <label class="tongue">
      <svg width="1.25rem" height="1.25rem" viewBox="0 0 20 20" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.6">
        <circle cx="10" cy="10" r="8" /><ellipse cx="10" cy="10" rx="3.6" ry="8" /><path d="M2.6 7h14.8M2.6 13h14.8" />
      </svg>
      <span class="visually-hidden">{t("Language")}</span>
      <span class="wide" aria-hidden="true">{LANGUAGES[language.value]}</span>
      <select value={language.value} onChange={(event) => choose(event.currentTarget.value)}>
        {Object.entries(LANGUAGES).map(([lang, name]) => (
          <option value={lang} lang={lang}>{name}</option>
        ))}
      </select>
    </label>
  );
}

function Looks(): JSX.Element {
  return (
    <fieldset>
      <legend>{t("Look")}</legend>
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

/** A part of the menu that is fetched when the menu opens. */
function Later({ fetch }: { fetch: () => Promise<ComponentType> }): JSX.Element | null {
  const part = useSignal<ComponentType | null>(null);
  useEffect(() => void fetch().then((found) => (part.value = found), () => undefined), []);
  return part.value && <part.value />;
}

/** What the board is made of and how it sounds. */
const table = (): Promise<ComponentType> => import("./table-settings").then(({ TableSettings }) => TableSettings);
/** What is open to other devices, where the app runs on this computer. */
const home = (): Promise<ComponentType> => import("./home-network").then(({ HomeSetting }) => HomeSetting);

export function Settings(): JSX.Element {
  const name = (
    <>
      <svg width="1.25rem" height="1.25rem" viewBox="0 0 20 20" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2">
        <path d="M2 5h9M15 5h3M2 10h3M9 10h9M2 15h9M15 15h3" />
        <circle cx="13" cy="5" r="2" /><circle cx="7" cy="10" r="2" /><circle cx="13" cy="15" r="2" />
      </svg>
      <span class="wide">{t("Settings")}</span>
    </>
  );
  return (
    <Menu class="menu" name={name}>
      {() => (
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
          <Later fetch={table} />
          <Keys />
          {isLocal() && <Later fetch={home} />}
        </>
      )}
    </Menu>
  );
}
