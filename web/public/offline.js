/** Says it in the language of the app, with the words the app has left in the browser's cache. */
const TEXTS = [
  ["h1", "This page could not be loaded"],
  ["p", "The connection to the server is lost. Check it, then try again."],
  ["a", "Try again"],
];

async function translate() {
  const cookie = /tetrad_lang=([\w-]+)/.exec(document.cookie);
  const wanted = [cookie?.[1], ...navigator.languages.flatMap((tag) => [tag, tag.split("-")[0]])];
  for (const lang of wanted) {
    if (lang === "en") return;
    const answer = lang && (await caches.match(`/locale/${lang}.json`));
    if (answer) return say((await answer.json()).messages, lang);
  }
}

function say(messages, lang) {
  if (TEXTS.some(([, text]) => !messages[text])) return;
  const [sentence, action] = document.querySelectorAll("p");
  action.replaceChildren(document.querySelector("a"));
  const places = { h1: document.querySelector("h1"), p: sentence, a: document.querySelector("a") };
  for (const [place, text] of TEXTS) places[place].textContent = messages[text];
  document.title = messages[TEXTS[0][1]];
  document.documentElement.lang = lang;
  document.documentElement.dir = ["ar", "he"].includes(lang) ? "rtl" : "ltr";
}

void translate();
