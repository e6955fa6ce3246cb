/** The name of who is signed in, as far as this browser knows: a page can greet without asking. */
import { signal } from "@preact/signals";
import { readSetting, writeSetting } from "../ui/storage";

const NAME = "account";

export const signedIn = signal(readSetting(NAME) ?? "");

export function rememberName(name: string): void {
  signedIn.value = name;
  writeSetting(NAME, name);
}
