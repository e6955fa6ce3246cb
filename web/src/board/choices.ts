/**
 * What can be done on a board, as the server tells it, turned into options to press through. A
 * sowing has too many to list: it is walked step by step, along the spaces that lie side by side.
 */
import type { Seat } from "../i18n/games";
import type { Step } from "./scene";
import type { Option, Walk } from "./walk";

export interface Choices {
  /** What can be placed, and where. */
  place?: Record<string, string[]>;
  /** What can be moved, whereto, and where it pushes what stands there. */
  move?: Record<string, Record<string, string | null>>;
  /** The stacks that can be sown, the first pebble to drop first. */
  sow?: Record<string, string>;
  /** Where a step leads to. */
  beside?: Record<string, Record<string, string>>;
  /** Whether a step may return to the space before. */
  straight_back?: boolean;
}

interface Offered {
  turn: Seat;
  choices: Choices;
}

function stepsTo(from: string, to: string, behind: string | null, by: Seat): Step[] {
  const pushed = behind === null ? [] : [{ from: to, to: behind }];
  return [...pushed, { from, to, by }];
}

/** The moves that are made with one or two presses. */
export function movesOf({ turn, choices: { place = {}, move = {} } }: Offered): Option[] {
  const placings = Object.entries(place).flatMap(([kind, squares]) =>
    squares.map((at) => ({ move: `${kind === "star" ? "" : kind}@${at}`, steps: [{ place: kind, by: turn, at }] })));
  const moves = Object.entries(move).flatMap(([from, targets]) =>
    Object.entries(targets).map(([to, behind]) => ({ move: `${from}-${to}`, steps: stepsTo(from, to, behind, turn) })));
  return [...placings, ...moves];
}

/** The steps that may follow, by their letters. */
function ways({ beside = {}, straight_back }: Choices, walk: Walk): [string, string][] {
  return Object.entries(beside[walk.at(-1)!] ?? {}).filter(([, square]) => straight_back || square !== walk.at(-2));
}

/** A stack and a path as a move; in part, as long as there are pebbles left. */
function sown({ turn, choices }: Offered, [origin = "", ...path]: Walk): Option {
  const pebbles = choices.sow?.[origin] ?? "";
  const letters = path.map((at, i) => Object.entries(choices.beside?.[path[i - 1] ?? origin] ?? {}).find(([, square]) => square === at)?.[0] ?? "");
  const drops = path.map((at, i) => ({ drop: pebbles[i]!, at }));
  return {
    move: origin + letters.join(""),
    steps: [{ place: String(turn), by: turn, at: origin }, { lift: origin }, ...drops],
    partial: path.length < pebbles.length,
  };
}

/** The stacks that can be sown, and of the one in the hand what follows. */
export function sowingsOf(data: Offered, walk: Walk): Option[] {
  const { sow = {} } = data.choices;
  const stacks = Object.keys(sow).map((square) => sown(data, [square]));
  const pebbles = sow[walk[0] ?? ""];
  if (!pebbles) return stacks;
  const further = walk.length <= pebbles.length ? ways(data.choices, walk) : [];
  return [...stacks, ...(walk.length > 1 ? [sown(data, walk)] : []), ...further.map(([, square]) => sown(data, [...walk, square]))];
}

/** The text of a sowing that has begun and has pebbles left to drop, or nothing. */
export function begunOf(data: Offered | null, walk: Walk): string {
  if (!data?.choices.sow?.[walk[0] ?? ""]) return "";
  const { move, partial } = sown(data, walk);
  return partial ? move : "";
}

/** The option that a move's text names, if it is one of the choices. */
export function optionOf(data: Offered, move: string): Option | undefined {
  const origin = move.slice(0, 2);
  if (!data.choices.sow) return movesOf(data).find((option) => option.move === move);
  if (!data.choices.sow[origin]) return undefined;
  const walk = [origin];
  for (const letter of move.slice(2)) {
    const way = ways(data.choices, walk).find(([name]) => name === letter);
    if (!way || walk.length > data.choices.sow[origin].length) return undefined;
    walk.push(way[1]);
  }
  const option = sown(data, walk);
  return option.partial ? undefined : option;
}
