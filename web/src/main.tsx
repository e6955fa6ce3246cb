import { render } from "preact";
import { App, openPage } from "./app";
import { wantShow } from "./motion/stage";
import { startLanguage } from "./i18n/translate";
import { idle } from "./ui/idle";
import "./settings/looks.css";
import "./ui/app.css";
import "./board/board.css";

/** A page that is slow to come is waited for inside its frame. */
const PATIENCE = 300;
/** Words that take longer come into a page in English. */
const PATIENCE_FOR_WORDS = 3000;
/** What makes boards lively comes when everything else has long been there. */
const AT_LEISURE = 1500;
const pause = (ms = 0): Promise<unknown> => new Promise((done) => setTimeout(done, ms));

/** Draws the frame and the page beside the stage, one after the other, and shows them at once. */
async function start(): Promise<void> {
  const page = Promise.race([openPage(), pause(PATIENCE)]);
  const stage = document.getElementById("app")!;
  await Promise.race([startLanguage().catch(() => undefined), pause(PATIENCE_FOR_WORDS)]);
  await pause();
  stage.remove();
  render(<App />, stage);
  await page;
  await pause();
  document.body.prepend(stage);
}

async function prepareNextVisit(): Promise<void> {
  if (document.readyState !== "complete") await new Promise((done) => addEventListener("load", done));
  await idle();
  setTimeout(wantShow, AT_LEISURE);
  if (import.meta.env.PROD && "serviceWorker" in navigator) await navigator.serviceWorker.register("/sw.js");
}

void start().then(prepareNextVisit);
