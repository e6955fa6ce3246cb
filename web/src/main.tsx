import { render } from "preact";
import { App, openPage } from "./app";
import { startLanguage } from "./i18n";
import "./styles/looks.css";
import "./styles/app.css";
import "./styles/board.css";

/** A page that is slow to come is waited for inside its frame. */
const PATIENCE = 300;
const pause = (ms = 0): Promise<unknown> => new Promise((done) => setTimeout(done, ms));

/** Draws the frame and the page beside the stage, one after the other, and shows them at once. */
async function start(): Promise<void> {
  const page = Promise.race([openPage(), pause(PATIENCE)]);
  const stage = document.getElementById("app")!;
  await startLanguage().catch(() => undefined);
  await pause();
  stage.remove();
  render(<App />, stage);
  await page;
  await pause();
  document.body.prepend(stage);
}

void start();

if (import.meta.env.PROD && "serviceWorker" in navigator) {
  addEventListener("load", () => void navigator.serviceWorker.register("/sw.js"));
}
