import { render } from "preact";
import { App } from "./app";
import { startLanguage } from "./i18n";
import "./styles/looks.css";
import "./styles/app.css";
import "./styles/board.css";

void startLanguage().finally(() => render(<App />, document.getElementById("app")!));

if (import.meta.env.PROD && "serviceWorker" in navigator) {
  addEventListener("load", () => void navigator.serviceWorker.register("/sw.js"));
}
