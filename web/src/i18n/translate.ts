/**
 * The words of the app. English is the key of every text; a catalog for another language is
 * fetched once from `/locale/{lang}.json`, which is built from the gettext catalogs:
 *
 *   {"plural": "1011...", "messages": {"Undo": "Annuler", "{n} move": ["{n} coup", "{n} coups"]}}
 *
 * `plural` holds 200 digits: the plural form for n = 0 ... 199 (greater numbers repeat from 100).
 */
import { computed, signal } from "@preact/signals";
import { readSetting, writeSetting } from "../ui/storage";

export type Params = Record<string, string | number>;
interface Catalog {
  plural: string;
  messages: Record<string, string | string[]>;
}

/** The languages of the rulebooks, each by its own name. */
export const LANGUAGES: Record<string, string> = {
  en: "English",
  fr: "Français",
  de: "Deutsch",
  nl: "Nederlands",
  it: "Italiano",
  es: "Español",
  pt: "Português",
  da: "Dansk",
  sv: "Svenska",
  nb: "Norsk bokmål",
  fi: "Suomi",
  et: "Eesti",
  lv: "Latviešu",
  lt: "Lietuvių",
  pl: "Polski",
  cs: "Čeština",
  sk: "Slovenčina",
  sl: "Slovenščina",
  hr: "Hrvatski",
  sr: "Srpski",
  hu: "Magyar",
  ro: "Română",
  bg: "Български",
  el: "Ελληνικά",
  ru: "Русский",
  tr: "Türkçe",
  he: "עברית",
  ar: "العربية",
  th: "ไทย",
  ja: "日本語",
  ko: "한국어",
  "zh-Hans": "简体中文",
  "zh-Hant": "繁體中文",
};
const RIGHT_TO_LEFT = new Set(["ar", "he"]);
const EMPTY: Catalog = { plural: "", messages: {} };

export const language = signal("en");
const catalog = signal<Catalog>(EMPTY);
let original = false;

/** Makes texts as they are in English, to see which of them have no translation. */
export function inEnglish<T>(make: () => T): T {
  original = true;
  try {
    return make();
  } finally {
    original = false;
  }
}

/** Moves and names keep their own direction within a sentence that runs from right to left. */
const isolated = (value: string): string => (RIGHT_TO_LEFT.has(language.value) ? `\u2068${value}\u2069` : value);

const fill = (text: string, params: Params): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = params[name];
    return value === undefined ? whole : typeof value === "number" ? number(value) : isolated(value);
  });

type Shape = (template: string) => string;
const asItIs: Shape = (template) => template;

/** The text in the chosen language, brought into a shape such as a sentence's, with `{name}` filled in. */
export function t(text: string, params: Params = {}, shape = asItIs): string {
  const found = original ? text : catalog.value.messages[text];
  return fill(shape((Array.isArray(found) ? found[0] : found) || text), params);
}

/** The text whose form depends on a number, which it shows as `{n}`. */
export function tn(one: string, many: string, n: number, params: Params = {}, shape = asItIs): string {
  const { plural, messages } = catalog.value;
  const forms = messages[one];
  const form = Number(plural[n < 200 ? n : 100 + (n % 100)] ?? (n === 1 ? 0 : 1));
  const text = Array.isArray(forms) ? forms[form] : undefined;
  return fill(shape(text || (n === 1 ? one : many)), { n, ...params });
}

/** A text marked for translation where it stands, and translated later with `t`. */
export const mark = (text: string): string => text;

/** The language with its region where the browser names one: British dates, Swiss numbers. */
const locale = (): string => navigator.languages.find((tag) => match(tag) === language.value) ?? language.value;

/** Making one takes longer than drawing a board, and small numbers look alike outside Arabic. */
const figures = computed(() => new Intl.NumberFormat(locale()));
const isPlain = (value: number): boolean => Number.isInteger(value) && Math.abs(value) < 1000 && language.value !== "ar";

export const number = (value: number): string => (isPlain(value) ? String(value) : figures.value.format(value));
export const date = (value: string | number): string =>
  new Date(value).toLocaleString(locale(), { dateStyle: "medium", timeStyle: "short" });
export const direction = (lang: string): "ltr" | "rtl" => (RIGHT_TO_LEFT.has(lang) ? "rtl" : "ltr");

/** The rulebook language that fits a browser's language tag, such as `zh-TW` or `pt-BR`. */
export function match(tag: string): string | undefined {
  const lower = tag.toLowerCase();
  if (lower.startsWith("zh")) return /hant|tw|hk|mo/.test(lower) ? "zh-Hant" : "zh-Hans";
  if (lower.startsWith("no") || lower.startsWith("nn")) return "nb";
  if (lower === "iw") return "he";
  const base = lower.split("-")[0] ?? "";
  return base in LANGUAGES || base === "qps" ? base : undefined;
}

function preferred(): string {
  for (const tag of [readSetting("lang"), ...navigator.languages]) {
    const lang = tag && match(tag);
    if (lang) return lang;
  }
  return "en";
}

async function fetchCatalog(lang: string): Promise<Catalog> {
  if (lang === "en") return EMPTY;
  const answer = await fetch(`/locale/${lang}.json`);
  return answer.ok ? ((await answer.json()) as Catalog) : EMPTY;
}

let wanted = "";

/** Switches the whole page, where nothing else is wished meanwhile; words that cannot be fetched stay English. */
export async function speak(lang: string): Promise<void> {
  wanted = lang;
  const words = await fetchCatalog(lang).catch(() => EMPTY);
  if (wanted !== lang) return;
  const translated = words !== EMPTY || lang === "en";
  catalog.value = words;
  language.value = lang;
  document.documentElement.lang = translated ? lang : "en";
  document.documentElement.dir = translated ? direction(lang) : "ltr";
  // The server reads this to send the words along with the next page.
  document.cookie = `tetrad_lang=${lang}; path=/; max-age=34560000; samesite=lax`;
}

export async function chooseLanguage(lang: string): Promise<void> {
  writeSetting("lang", lang);
  await speak(lang);
}

/** A language in the address is a choice like one in the menu: it lasts. */
export function startLanguage(): Promise<void> {
  const asked = match(new URLSearchParams(location.search).get("lang") ?? "");
  return asked ? chooseLanguage(asked) : speak(preferred());
}
