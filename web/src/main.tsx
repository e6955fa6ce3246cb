import { options, render } from "preact";
import { App, openPage } from "./app";
import { wantShow } from "./motion/stage";
import { startLanguage, takeTime } from "./i18n/translate";
import { idle } from "./ui/idle";
import { signedIn } from "./people/signed-in";
import { readSetting } from "./ui/storage";
import { hrefOf, isEmbedded, isStatic, root } from "./net/edition";
import "./settings/looks.css";
import "./ui/app.css";
import "./board/board.css";
import "./match/clock.css";
import "./people/people.css";

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

/** Whoever has installed or kept the app wants it without a network, too. */
const keepAll = (): void => void import("./page/installed").then(({ keep }) => keep()).catch(() => undefined);

async function prepareNextVisit(): Promise<void> {
  if (document.readyState !== "complete") await new Promise((done) => addEventListener("load", done));
  await idle();
  takeTime();
  setTimeout(wantShow, AT_LEISURE);
  if (signedIn.value) void import("./people/greet").catch(() => undefined);
  if (isEmbedded()) return;
  if (readSetting("days")) void import("./turns/watch").then(({ start }) => start()).catch(() => undefined);
  if (import.meta.env.PROD && "serviceWorker" in navigator) await navigator.serviceWorker.register(`${root}sw.js`);
  addEventListener("appinstalled", keepAll);
  if (matchMedia("(display-mode: standalone)").matches || readSetting("keep") === "on") keepAll();
}

/** What the head names from where the page lies, it must also name where the address changes later. */
if (isStatic()) document.querySelectorAll<HTMLLinkElement>("head link[href]").forEach((link) => (link.href = link.href));

/** Links are written as a server has them; here they become those of this edition. */
const before = options.vnode;
options.vnode = (vnode) => {
  const props = vnode.props as { href?: unknown };
  if (vnode.type === "a" && typeof props.href === "string" && /^\/(?!api\/)/.test(props.href)) props.href = hrefOf(props.href);
  before?.(vnode);
};

void start().then(prepareNextVisit);
