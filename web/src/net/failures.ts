/** What went wrong, as a sentence a player can do something with. */
import { Refused } from "./api";
import { t } from "../i18n/translate";
import { because, said } from "../i18n/words";

function known(failure: Refused): string | undefined {
  const sentences: Record<string, () => string> = {
    offline: () => t("The server cannot be reached."),
    "no-engine": () => t("The part of Tetrad that plays could not be loaded. Check the connection and that your browser is up to date, then try again."),
    "no-room": () => t("There is no room left on this device to keep the game. Free some space, then try again."),
    "new-version": () => t("A new version of Tetrad is here. Reload the page to go on."),
    "page-fault": () => t("Something went wrong in this page. Reload it to go on; your games are kept."),
    "no-such-match": () => t("This game does not exist"),
    "too-large": () => t("That text is too long."),
    notation: () => t("This cannot be read: {why}", { why: failure.reason ? said(failure.reason) : failure.message }),
    internal: () => t("Something went wrong on the server. Please try again."),
  };
  return sentences[failure.code]?.();
}

export function sentence(failure: unknown): string {
  if (!(failure instanceof Refused)) return failure instanceof Error ? failure.message : String(failure);
  if (failure.reason && failure.code !== "notation") return because(failure.reason);
  return known(failure) ?? failure.message;
}
