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

/** What is known of a move, or of all that begin like this. */
function worthOf({ move, partial }: Option, verdicts: ReadonlyMap<string, Verdict>): Verdict[] {
  if (partial) return [...verdicts].filter(([other]) => other.startsWith(move)).map(([, verdict]) => verdict);
  const verdict = verdicts.get(move);
  return verdict ? [verdict] : [];
}

/** The best that can come of each press, as far as it is known. */
export function bestOf(choices: Map<string, Option[]>, verdicts: ReadonlyMap<string, Verdict>): Map<string, Verdict> {
  const best = new Map<string, Verdict>();
  for (const [press, options] of choices) {
    for (const verdict of options.flatMap((option) => worthOf(option, verdicts))) {
      const top = best.get(press);
      if (!top || rank(verdict) > rank(top)) best.set(press, verdict);
    }
  }
  return best;
}
