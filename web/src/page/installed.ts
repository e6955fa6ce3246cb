/** Whoever installs the app wants it without a network, too: then all that plays is fetched and kept. */
import { root } from "../net/edition";
import { readSetting } from "../ui/storage";
import { keptBytes } from "./files";

/** Somebody pays for this line, or wants little to come over it. */
function isDear(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; type?: string } };
  return Boolean(connection?.saveData) || connection?.type === "cellular";
}

/** Not twice, not over a dear line, and not for who has removed it before. What cannot be had now comes at the next visit. */
export async function keep(): Promise<void> {
  if (isDear() || readSetting("keep") === "off" || (await keptBytes(`${root}page/`))) return;
  await (await import("./host")).prepare();
}
