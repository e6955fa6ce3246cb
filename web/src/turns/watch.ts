/**
 * Keeps the number of games that wait for the one who plays here: when the page is looked at again,
 * once a minute, and when a notification has come. The icon of the installed app shows it, too.
 */
import { effect } from "@preact/signals";
import { myMatches, type Summary } from "../net/api";
import { isStatic } from "../net/edition";
import { otherSeat } from "../i18n/games";
import { language, tn } from "../i18n/translate";
import { nameOf } from "../i18n/words";
import { isYourTurn } from "../games/row";
import { signedIn } from "../people/signed-in";
import { say } from "../ui/announce";
import { writeSetting } from "../ui/storage";
import { waiting } from "../ui/turns";
import { isAllowed, pushed, show, synchronise } from "./notify";

const A_MINUTE = 60_000;

/** When the games were last heard of, and which of them waited. */
let noted = 0;
let known = new Set<string>();
let started = false;

const waits = (match: Summary): boolean => Boolean(match.clock?.days) && isYourTurn(match);

/** Games that wait since a moment ago are said, and shown where nobody looks and no push service does it. */
function greet(fresh: Summary[], all: number): void {
  say(tn("It is your turn in {n} game", "It is your turn in {n} games", all));
  if (!document.hidden || pushed.value || !isAllowed()) return;
  for (const { id, game, players, you } of fresh) {
    const other = otherSeat(you[0]!);
    void show(id, game, nameOf(players[other], other));
  }
}

/** Where the app is not installed, there is no icon to put it on. */
function mark(count: number): void {
  void (count ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.())?.catch(() => undefined);
}

/** All games of this browser, as they are now; those that were there before are no news. */
export function note(all: Summary[]): void {
  const now = all.filter(waits);
  const fresh = now.filter(({ id }) => !known.has(id));
  const news = noted > 0 && fresh.length > 0;
  noted = Date.now();
  known = new Set(now.map(({ id }) => id));
  if (waiting.value !== now.length || news) mark(now.length);
  waiting.value = now.length;
  if (news) greet(fresh, now.length);
  remember();
}

const lookNow = (): Promise<void> => myMatches(note).catch(() => undefined);
async function look(): Promise<void> {
  if (Date.now() > noted + A_MINUTE / 2) await lookNow();
}

/** From now on, and on the next visit: somebody plays games of days here. */
export function remember(): void {
  if (started || isStatic()) return;
  started = true;
  writeSetting("days", "on");
  effect(() => {
    // Another person, or another language, is to be known to the server.
    if (language.value && signedIn.value !== undefined) void synchronise();
  });
  setInterval(() => void look(), A_MINUTE);
  document.addEventListener("visibilitychange", () => document.hidden || void look());
  navigator.serviceWorker?.addEventListener("message", ({ data }) => data === "turn" && void lookNow());
}

/** Where games of days were played before. */
export async function start(): Promise<void> {
  remember();
  await look();
}
