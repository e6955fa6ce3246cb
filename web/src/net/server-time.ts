/**
 * What time it is on the server. Every message that tells it was underway for a while, so of the
 * last ones the one that came fastest is believed.
 */
const SAMPLES = 8;
let differences: number[] = [];

/** A message says that it was this time, in seconds since 1970, when it was sent. */
export function learnTime(seconds: number): void {
  differences = [...differences, seconds * 1000 - Date.now()].slice(-SAMPLES);
}

/** Seconds since 1970, as the server counts them. */
export const serverNow = (): number => (Date.now() + (differences.length ? Math.max(...differences) : 0)) / 1000;
