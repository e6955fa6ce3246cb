/** Where the app runs on one's own computer: letting other devices in the home network in, and out again. */
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { homeNetwork, type HomeNetwork } from "../net/api";
import { sentence } from "../net/failures";
import { t } from "../i18n/translate";
import { tell } from "../ui/announce";

/** What this computer offers, once asked; a server for many offers nothing. */
export const home = signal<HomeNetwork | null>(null);

const change = (method: "POST" | "DELETE", address?: string): Promise<boolean> =>
  homeNetwork(method, address).then((now) => {
    home.value = now;
    return true;
  }, (failure: unknown) => {
    tell(sentence(failure), "error");
    return false;
  });

export const openHome = (address: string): Promise<boolean> => change("POST", address);

async function closeHome(): Promise<void> {
  if (await change("DELETE")) tell(t("Only this computer can reach Tetrad now."));
}

/** Asks what there is to open, where the page is open on the computer that the app runs on. */
export function useHome(): void {
  useEffect(() => void homeNetwork("GET").then((found) => (home.value = found), () => undefined), []);
}

export function Opened(): JSX.Element | null {
  if (!home.value?.open) return null;
  return (
    <>
      <p class="small soft">{t("Devices on your home network can reach Tetrad at {address} until you close it or stop Tetrad. If the page does not open there, allow Python in this computer's firewall.", { address: home.value.open })}</p>
      <button type="button" class="button" onClick={() => void closeHome()}>{t("Close it again")}</button>
    </>
  );
}

/** For the settings: only there while something is open. */
export function HomeSetting(): JSX.Element | null {
  useHome();
  if (!home.value?.open) return null;
  return (
    <fieldset>
      <legend>{t("Home network")}</legend>
      <Opened />
    </fieldset>
  );
}
