/** Says it in the language of the app, with the words the app has left in the browser's cache. */
const TEXTS = [
  ["h1", "This page could not be loaded"],
  ["p", "The connection was lost. Check it, then try again."],
  ["a", "Try again"],
];

const ROOT = new URL("./", document.currentScript.src).pathname;

/** The name of a text in the catalogs, as `i18n/translate.ts` makes it. */
function short(text) {
  let number = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) number = Math.imul(number ^ text.charCodeAt(i), 0x01000193);
  return (number >>> 0).toString(36).slice(-5);
}

async function translate() {
  const cookie = /tetrad_lang=([\w-]+)/.exec(document.cookie);
  const wanted = [cookie?.[1], ...navigator.languages.flatMap((tag) => [tag, tag.split("-")[0]])];
  for (const lang of wanted) {
    if (lang === "en") return;
    const answer = lang && (await caches.match(`${ROOT}locale/${lang}.json`));
    if (answer) return say((await answer.json()).messages, lang);
  }
}

function say(messages, lang) {
  for (const [place, text] of TEXTS) document.querySelector(place).textContent = messages[short(text)] ?? text;
  document.title = document.querySelector("h1").textContent;
  document.documentElement.lang = lang;
  document.documentElement.dir = ["ar", "he"].includes(lang) ? "rtl" : "ltr";
}

void translate();
