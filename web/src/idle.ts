/** When the browser has drawn what there is and waits for a finger: the time for all that can wait. */
const LATEST_MS = 300;

export const idle = (): Promise<unknown> =>
  new Promise((done) => {
    if ("requestIdleCallback" in window) requestIdleCallback(done, { timeout: LATEST_MS });
    else setTimeout(done, LATEST_MS / 6);
  });
