/**
 * Notifications: only after somebody has switched them on. While the app is open the page shows them
 * itself; a server that pushes reaches the browser also when it is closed.
 */
import { ask } from "../net/api";
import { language, t } from "../i18n/translate";
import { labelled } from "../i18n/words";
import { TITLES, type Game } from "../i18n/games";
import { isStatic } from "../net/edition";
import { tell } from "../ui/announce";
import { flip, isOn, notify } from "../settings/settings";
import { signal } from "@preact/signals";

/** Whether a push service carries the word to this browser. */
export const pushed = signal(false);

export const canNotify = (): boolean => !isStatic() && isSecureContext && "Notification" in globalThis && "serviceWorker" in navigator;
export const isAllowed = (): boolean => canNotify() && isOn(notify) && Notification.permission === "granted";

const worker = async (): Promise<ServiceWorkerRegistration | undefined> => navigator.serviceWorker.getRegistration();

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
const same = (one: ArrayBuffer | null | undefined, other: Uint8Array): boolean =>
  Boolean(one) && new Uint8Array(one!).join() === other.join();

/** The browser's subscription, bound to the key that the server has now. */
async function subscription(): Promise<PushSubscription | null> {
  const manager = (await worker())?.pushManager;
  const { key } = await ask<{ key: string | null }>("GET", "/api/push");
  if (!manager || !key) return null;
  const before = await manager.getSubscription();
  const bytes = bytesOf(key);
  if (before && same(before.options.applicationServerKey, bytes)) return before;
  await before?.unsubscribe();
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes });
}

/** Says to the server where this browser is reached; without a push service the open page does it alone. */
export async function synchronise(): Promise<void> {
  if (!isAllowed()) return;
  try {
    const found = await subscription();
    if (found) await ask("POST", "/api/push", { ...pick(found), language: language.value });
    pushed.value = Boolean(found);
  } catch {
    pushed.value = false;
  }
}

function pick(found: PushSubscription): { endpoint?: string; keys?: Record<string, string> } {
  const { endpoint, keys } = found.toJSON();
  return { endpoint, keys };
}

/** Asks the browser, which asks its owner. */
export async function switchOn(): Promise<void> {
  if ((await Notification.requestPermission()) !== "granted") {
    tell(t("Your browser does not allow notifications here. Allow them in its settings for this site, then try again."), "error");
    return;
  }
  if (!isOn(notify)) flip(notify);
  tell(t("You will be told when it is your turn."));
  await synchronise();
}

/** The server forgets this browser, and the browser the server. */
export async function switchOff(): Promise<void> {
  if (isOn(notify)) flip(notify);
  pushed.value = false;
  const found = await (await worker())?.pushManager?.getSubscription();
  if (!found) return;
  await ask("DELETE", "/api/push", { endpoint: found.endpoint }).catch(() => undefined);
  await found.unsubscribe();
}

/** Shown by the page itself, in the place of what was said before about the same game. */
export async function show(match: string, game: Game, opponent: string): Promise<void> {
  if (!isAllowed()) return;
  await (await worker())?.showNotification(labelled(TITLES[game], t("Your turn")), {
    body: t("You against {name}", { name: opponent }),
    tag: match,
    icon: "/icon-192.png",
    lang: language.value,
    data: { url: `/match/${match}` },
  });
}
