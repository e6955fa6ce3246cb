/**
 * Whoever installs the app, or keeps it, wants it without a network, too: then all that plays is fetched
 * and kept, and what is newer takes its place.
 */
import { root } from "../net/edition";
import { readSetting } from "../ui/storage";
import { newestKept } from "./files";

/** Somebody pays for this line, or wants little to come over it. */
function isDear(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; type?: string } };
  return Boolean(connection?.saveData) || connection?.type === "cellular";
}

/** Not over a dear line, and not for who has removed it before. What cannot be had now comes at the next visit. */
export async function keep(): Promise<void> {
  if (isDear() || readSetting("keep") === "off") return;
  const { keepPages, prepare } = await import("./host");
  const worker = await newestKept(`${root}page/`);
  if (worker) keepPages(worker);
  else await prepare();
}
