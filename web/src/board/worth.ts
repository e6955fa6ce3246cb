/** What moves are worth: which value is better, and the best that can come of a press. */
import type { Verdict } from "./marks";
import { presses, type Option } from "./walk";

/** The order in which values are preferred by the player who moves. */
export function rank(verdict: Verdict): number {
  const distance = verdict.distance ?? 0;
  if (verdict.value === "win") return 3000 - distance;
  if (verdict.value === "loss") return -3000 + distance;
  return verdict.value === "draw" ? 1500 : 1000 * (verdict.score ?? 0);
}

/** Moves by the last square they press. */
export function bySquare(options: readonly Option[]): Map<string, Option[]> {
  const found = new Map<string, Option[]>();
  for (const option of options) {
    const square = presses(option.steps).at(-1)!;
    found.set(square, [...(found.get(square) ?? []), option]);
  }
  return found;
}

/** The best that can come of each press, as far as it is known. */
export function bestOf(choices: Map<string, Option[]>, verdicts: ReadonlyMap<string, Verdict>): Map<string, Verdict> {
  const best = new Map<string, Verdict>();
  for (const [press, options] of choices) {
    const known = options.map((option) => verdicts.get(option.move)).filter((verdict) => verdict !== undefined);
    const top = known.sort((a, b) => rank(b) - rank(a))[0];
    if (top) best.set(press, top);
  }
  return best;
}
