import { useSignal, type Signal } from "@preact/signals";
import { useEffect } from "preact/hooks";

const LATEST_MS = 300;

const oneIdleMoment = (): Promise<unknown> =>
  new Promise((done) => {
    if ("requestIdleCallback" in window) requestIdleCallback(done, { timeout: LATEST_MS });
    else setTimeout(done, LATEST_MS / 6);
  });

/** When the browser has drawn what there is and has had a moment for a finger: the time for all that can wait. */
export const idle = (): Promise<unknown> => oneIdleMoment().then(oneIdleMoment);

/** False while a page is first drawn; what lies below its board waits for this. */
export function useIdle(): Signal<boolean> {
  const now = useSignal(false);
  useEffect(() => void idle().then(() => (now.value = true)), []);
  return now;
}
