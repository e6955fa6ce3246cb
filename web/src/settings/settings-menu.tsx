/** The choice of language, and the menu of settings. */
import { useSignal } from "@preact/signals";
import type { ComponentType, JSX } from "preact";
import { useEffect } from "preact/hooks";
import { chooseLanguage, language, LANGUAGES, t } from "../i18n/translate";
import { Menu } from "../ui/menu";
import { query, setQuery } from "../ui/router";

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

/** What can be chosen; fetched when the menu opens. */
function Panel(): JSX.Element | null {
  const panel = useSignal<ComponentType | null>(null);
  useEffect(() => void import("./panel").then(({ SettingsPanel }) => (panel.value = SettingsPanel), () => undefined), []);
  return panel.value && <panel.value />;
}

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
      {() => <Panel />}
    </Menu>
  );
}
