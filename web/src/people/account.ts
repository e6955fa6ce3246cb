/**
 * Who is signed in here. The name is kept in the browser, so that a page can greet without asking;
 * what else there is to know is fetched when it is needed.
 */
import { effect, signal } from "@preact/signals";
import * as api from "./api";
import { progress, type Progress } from "../ui/progress";
import { mergeProgress } from "./merge";
import { rememberName, signedIn } from "./signed-in";
import { isOn, notify } from "../settings/settings";

export { signedIn };
/** Progress is sent when nothing more has happened for so long. */
const SETTLED_MS = 3000;

export const account = signal<api.Account | null>(null);
/** How often somebody has signed in or out here: what was asked before says nothing of the time after. */
let changes = 0;

export function become(me: api.Account | null): void {
  changes += 1;
  account.value = me;
  rememberName(me?.name ?? "");
  if (me) takeOver(me);
}

/** What was learnt here and elsewhere becomes one. */
function takeOver({ progress: kept }: api.Account): void {
  const merged = kept ? mergeProgress(kept as unknown as Progress) : progress.value;
  if (JSON.stringify(merged) !== JSON.stringify(kept)) void api.keepProgress(merged).catch(() => undefined);
  follow();
}

let following = false;
function follow(): void {
  if (following) return;
  following = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let seen = progress.value;
  effect(() => {
    const now = progress.value;
    if (now === seen || !signedIn.peek()) return;
    seen = now;
    clearTimeout(timer);
    timer = setTimeout(() => void api.keepProgress(now).catch(() => undefined), SETTLED_MS);
  });
}

/** Asks the server who is signed in. */
export async function fetchAccount(): Promise<api.Account | null> {
  const before = changes;
  const { account: found } = await api.me();
  if (before === changes) become(found);
  return account.value;
}

export async function signUp(name: string, password: string, program: boolean): Promise<string[]> {
  const { account: made, codes } = await api.signUp({ name, password, program });
  become(made);
  return codes;
}

export async function changePassword({ password, passkey }: api.Proof, fresh: string): Promise<void> {
  await api.changePassword({ old: password, passkey, new: fresh });
  stayTold();
  await fetchAccount();
}

export async function signIn(name: string, password: string): Promise<void> {
  become((await api.signIn(name, password)).account);
}

export async function recover(name: string, code: string, password: string): Promise<void> {
  become((await api.recover(name, code, password)).account);
}

/** Where others are signed out, the server forgets all browsers that are told; this one stays. */
export function stayTold(): void {
  if (isOn(notify)) void import("../turns/notify").then(({ synchronise }) => synchronise()).catch(() => undefined);
}

/** Whoever uses this browser next is not told of somebody else's games. */
async function silence(): Promise<void> {
  if (isOn(notify)) await import("../turns/notify").then(({ switchOff }) => switchOff()).catch(() => undefined);
}

export async function signOut(): Promise<void> {
  await silence();
  await api.signOut();
  become(null);
}

export async function deleteAccount(proof: api.Proof): Promise<void> {
  await api.deleteAccount(proof);
  await silence();
  become(null);
}
