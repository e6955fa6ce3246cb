import { render } from "preact";
import { App, openPage } from "./app";
import { startLanguage } from "./i18n";
import "./styles/looks.css";
import "./styles/app.css";
import "./styles/board.css";

/** A page that is slow to come is waited for inside its frame. */
const PATIENCE = 300;
const page = Promise.race([openPage(), new Promise((done) => setTimeout(done, PATIENCE))]);

void Promise.allSettled([startLanguage(), page]).then(() => render(<App />, document.getElementById("app")!));

if (import.meta.env.PROD && "serviceWorker" in navigator) {
  addEventListener("load", () => void navigator.serviceWorker.register("/sw.js"));
}
