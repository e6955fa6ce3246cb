/**
 * The words of the app. A catalog for another language is fetched once from `/locale/{lang}.json`,
 * which is built from the gettext catalogs; the key of every text is short for its English:
 *
 *   {"plural": "1011...", "messages": {"9a1xw": "Annuler", "k3b07": ["{n} coup", "{n} coups"]}}
 *
 * `plural` holds 200 digits: the plural form for n = 0 ... 199 (greater numbers repeat from 100).
 * The lessons of a game have a catalog of their own, `/locale/{lang}/{game}.json`.
 */
import { isEmbedded, root } from "../net/edition";
import { computed, signal } from "@preact/signals";
import { readSetting, writeSetting } from "../ui/storage";

export type Params = Record<string, string | number>;
type Messages = Record<string, string | string[]>;
interface Catalog {
  plural: string;
  messages: Messages;
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
/** The words of the courses, and of the pages about people, that have been opened, by language and part. */
const lessons = signal<Record<string, Messages>>({});
const courses = new Set<string>();
let original = false;

/** The name of a text in the catalogs: the end of its hash (FNV-1a), as `tetrad/language.py` makes it. */
export function short(text: string): string {
  let number = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) number = Math.imul(number ^ text.charCodeAt(i), 0x01000193);
  return (number >>> 0).toString(36).slice(-5);
}

function find(text: string): string | string[] | undefined {
  if (original || language.value === "en") return undefined;
  const key = short(text);
  const found = catalog.value.messages[key];
  if (found) return found;
  for (const course of courses) {
    const taught = lessons.value[`${language.value}/${course}`]?.[key];
    if (taught) return taught;
  }
  return undefined;
}

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
  const found = find(text);
  return fill(shape((Array.isArray(found) ? found[0] : found) || text), params);
}

/** The text whose form depends on a number, which it shows as `{n}`. */
export function tn(one: string, many: string, n: number, params: Params = {}, shape = asItIs): string {
  const { plural } = catalog.value;
  const forms = find(one);
  const form = Number(plural[n < 200 ? n : 100 + (n % 100)] ?? (n === 1 ? 0 : 1));
  const text = Array.isArray(forms) ? forms[form] : undefined;
  return fill(shape(text || (n === 1 ? one : many)), { n, ...params });
}

/** A text marked for translation where it stands, and translated later with `t`. */
export const mark = (text: string): string => text;

/** The language with its region where the browser names one: British dates, Swiss numbers. */
const regional = (): string => navigator.languages.find((tag) => match(tag) === language.value) ?? language.value;
/** Our Serbian is in Latin letters, as that of the box; a browser would write dates and lists in Cyrillic. */
const locale = (): string => (language.value === "sr" ? "sr-Latn" : regional());

/** Making one takes longer than drawing a board, and small numbers look alike outside Arabic. */
const figures = computed(() => new Intl.NumberFormat(locale()));
const isPlain = (value: number): boolean => Number.isInteger(value) && Math.abs(value) < 1000 && language.value !== "ar";

export const number = (value: number): string => (isPlain(value) ? String(value) : figures.value.format(value));

/** The first to make one reads much that the browser has on disk: what is drawn first does without. */
const unhurried = signal(false);
const lists = computed(() => (unhurried.value ? new Intl.ListFormat(locale(), { style: "narrow" }) : null));
export const takeTime = (): void => void (unhurried.value = true);

/** Things one after the other, divided as the language does it, each in its own direction. */
export function listed(things: readonly string[]): string {
  if (things.length < 2) return things[0] ?? "";
  if (!lists.value) return things.map(isolated).join(", ");
  return lists.value.formatToParts(things).map(({ type, value }) => (type === "element" ? isolated(value) : value)).join("");
}

const WITHOUT_SPACES = new Set(["ja", "zh-Hans", "zh-Hant"]);
/** Sentences one after the other. */
export const together = (sentences: readonly string[]): string =>
  sentences.filter(Boolean).join(WITHOUT_SPACES.has(language.value) ? "" : " ");

export const date = (value: string | number): string =>
  new Date(value).toLocaleString(locale(), { dateStyle: "medium", timeStyle: "short" });
/** The same without the time of day. */
export const day = (value: number): string => new Date(value).toLocaleDateString(locale(), { dateStyle: "medium" });
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

async function fetched<Words>(name: string): Promise<Words | null> {
  const answer = await fetch(`${root}locale/${name}.json`);
  return answer.ok ? ((await answer.json()) as Words) : null;
}

const fetchCatalog = async (lang: string): Promise<Catalog> => (lang === "en" ? EMPTY : ((await fetched<Catalog>(lang)) ?? EMPTY));

async function fetchLessons(lang: string, course: string): Promise<void> {
  const name = `${lang}/${course}`;
  if (lang === "en" || lessons.value[name]) return;
  const words = await fetched<{ messages: Messages }>(name).catch(() => null);
  if (words) lessons.value = { ...lessons.value, [name]: words.messages };
}

let wanted = "";

/** Switches the whole page, where nothing else is wished meanwhile; words that cannot be fetched stay English. */
export async function speak(lang: string): Promise<void> {
  wanted = lang;
  const [words] = await Promise.all([fetchCatalog(lang).catch(() => EMPTY), ...[...courses].map((course) => fetchLessons(lang, course))]);
  if (wanted !== lang) return;
  const translated = words !== EMPTY || lang === "en";
  catalog.value = words;
  language.value = lang;
  document.documentElement.lang = translated ? lang : "en";
  document.documentElement.dir = translated ? direction(lang) : "ltr";
  // The server reads this to send the words along with the next page.
  if (!isEmbedded()) document.cookie = `tetrad_lang=${lang}; path=/; max-age=34560000; samesite=lax`;
}

/** Brings the words of a course or of the pages about people, now and whenever another language is chosen. */
export function fetchWords(course: string): Promise<void> {
  courses.add(course);
  return fetchLessons(wanted || preferred(), course);
}

export async function chooseLanguage(lang: string): Promise<void> {
  writeSetting("lang", lang);
  await speak(lang);
}

/** A language in the address is a choice like one in the menu: it lasts, but for a board in another page. */
export function startLanguage(): Promise<void> {
  const asked = match(new URLSearchParams(location.search).get("lang") ?? "");
  return asked && !isEmbedded() ? chooseLanguage(asked) : speak(asked ?? preferred());
}
