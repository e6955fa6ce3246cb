/** In how many games of days it is one's turn; `turns/watch` keeps it right, for those who play such games. */
import { signal } from "@preact/signals";
import type { Summary } from "../net/api";

export const waiting = signal(0);

/** All games of this browser, as they are now. */
export function noteGames(all: Summary[]): void {
  if (waiting.value || all.some(({ clock }) => clock?.days)) void import("../turns/watch").then(({ note }) => note(all), () => undefined);
}
