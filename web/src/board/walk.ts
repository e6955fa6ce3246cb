/**
 * How a move is made, square by square, the same way in all three games.
 *
 * Every legal move is a short list of presses: `A@b3` is A, b3; `a1nne` is a1, a2, a3, b3; `d4-d5`
 * is d4, d5; `@d4` is d4 alone. Making a move is walking along one of these lists. What has been
 * pressed so far is the whole state, and these functions are its only transitions.
 */
import type { Arrow } from "./marks";
import type { Step } from "./scene";

export interface Option {
  move: string;
  steps: Step[];
  /** Set while a long path is walked: more presses follow before there is a move. */
  partial?: boolean;
}
export type Walk = readonly string[];

export interface Pressed {
  walk: Walk;
  move?: Option;
  refused?: boolean;
}

export function presses(steps: readonly Step[]): string[] {
  const lift = steps.findIndex((step) => step.lift);
  if (lift >= 0) return [steps[lift]!.lift!, ...steps.slice(lift + 1).map((step) => step.at!)];
  const last = steps.at(-1);
  if (!last) return [];
  if (last.from) return [last.from, last.to!];
  return last.place === "star" ? [last.at!] : [last.place!, last.at!];
}

const startsWith = (list: readonly string[], walk: Walk): boolean =>
  walk.every((press, i) => list[i] === press);

/** The moves that can still be made after these presses. */
export const consistent = (options: readonly Option[], walk: Walk): Option[] =>
  walk.length ? options.filter((option) => startsWith(presses(option.steps), walk)) : [...options];

/** The move that is made when exactly this has been pressed. */
export const complete = (options: readonly Option[], walk: Walk): Option | undefined =>
  options.find((option) => {
    const list = presses(option.steps);
    return !option.partial && list.length === walk.length && startsWith(list, walk);
  });

/** What can be pressed next, with the moves each press leads to. */
export function next(options: readonly Option[], walk: Walk): Map<string, Option[]> {
  const found = new Map<string, Option[]>();
  for (const option of consistent(options, walk)) {
    const press = presses(option.steps)[walk.length];
    if (press === undefined) continue;
    const known = found.get(press);
    if (known) known.push(option);
    else found.set(press, [option]);
  }
  return found;
}

/** Goes on with the walk, starts another one, puts the piece down again, or refuses. */
export function press(options: readonly Option[], walk: Walk, target: string): Pressed {
  const further = [...walk, target];
  if (next(options, walk).has(target)) return { walk: further, move: complete(options, further) };
  if (walk.length && walk.at(-1) === target) return { walk: walk.slice(0, -1) };
  if (next(options, []).has(target) && walk.length < 2) {
    return { walk: [target], move: complete(options, [target]) };
  }
  return { walk, refused: true };
}

/** The same while a finger or the mouse is held down: going back over the path steps back. */
export function drag(options: readonly Option[], walk: Walk, target: string): Walk {
  if (walk.at(-1) === target) return walk;
  if (next(options, walk).has(target)) return [...walk, target];
  return walk.length > 1 && walk.at(-2) === target ? walk.slice(0, -1) : walk;
}

/** The steps to show for what has been pressed so far; none before something would move. */
export function preview(options: readonly Option[], walk: Walk): Step[] {
  const [option] = consistent(options, walk);
  if (!option || !walk.length) return [];
  const lift = option.steps.findIndex((step) => step.lift);
  if (lift >= 0) return option.steps.slice(0, lift + walk.length);
  return complete(options, walk)?.steps ?? [];
}

/** The path of a sowing as arrows from space to space. */
export function trail(steps: readonly Step[]): Arrow[] {
  if (!steps.some((step) => step.lift)) return [];
  const list = presses(steps);
  return list.slice(1).map((to, i) => ({ from: list[i]!, to }));
}
