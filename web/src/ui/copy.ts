/** Takes a text along, where the browser lets one. */
import { t } from "../i18n/translate";
import { tell } from "./announce";

export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    tell(t("Copied."));
  } catch {
    tell(t("The browser does not allow copying; select the text and copy it by hand."), "error");
  }
}
