/**
 * What stands on a board, ready to be drawn: a list of pieces, each with an identity that it
 * keeps while it moves, so that a move can be animated. Scenes are made from notation and
 * changed by the steps the server sends; no rule of any game is known here.
 */
import type { Game, Seat } from "../i18n/games";

/** One thing to animate: a placing, a lifted stack, a sown pebble, a star that moves. */
export interface Step {
  place?: string;
  by?: Seat;
  lift?: string;
  drop?: string;
  at?: string;
  from?: string;
  to?: string;
}

export interface Piece {
  id: string;
  owner: 0 | Seat;
  kind: string;
  square: string;
  level: number;
  /** For a lifted pebble: the square it hangs above; for a star that leaves: where it stood. */
  over?: string;
}
export type Scene = readonly Piece[];

/** Where a lifted stack hangs until it is sown. */
export const AIR = "air";
export const OFF = "off";

const FILES = "abcdefg";
const QOMET_FILES: Record<number, string> = { 1: "adg", 2: "bdf", 3: "cde", 4: "abcdefg", 5: "cde", 6: "bdf", 7: "adg" };

function spread(cell: string): string[] {
  const run = /^x(\d?)$/.exec(cell);
  return run ? new Array<string>(Number(run[1] || 1)).fill("") : [cell];
}

/** The contents of every square, by name; an empty square is an empty text. */
export function contents(game: Game, position: string): Record<string, string> {
  const ranks = (position.split(" ")[0] ?? "").split("/");
  const found: Record<string, string> = {};
  ranks.forEach((text, i) => {
    const rank = ranks.length - i;
    const files = game === "qomet" ? (QOMET_FILES[rank] ?? "") : FILES;
    const cells = game === "qawale" ? text.split(",").flatMap(spread) : [...text].map((c) => (c === "." ? "" : c));
    cells.forEach((cell, file) => (found[`${files[file]}${rank}`] = cell));
  });
  return found;
}

function piece(game: Game, square: string, letter: string, level: number): Piece {
  const id = `${square}.${level}`;
  if (game !== "quantik") {
    const kind = game === "qawale" ? "pebble" : "star";
    return { id, owner: Number(letter) as 0 | Seat, kind, square, level };
  }
  const owner = letter === letter.toUpperCase() ? 1 : 2;
  return { id, owner, kind: letter.toUpperCase(), square, level };
}

export function parseScene(game: Game, position: string): Scene {
  return Object.entries(contents(game, position)).flatMap(([square, cell]) =>
    [...cell].map((letter, level) => piece(game, square, letter, level)),
  );
}

/** Who is to move; in Quantik the pieces on the board tell. */
export function sideToMove(game: Game, position: string): Seat {
  if (game !== "quantik") return position.split(" ")[1] === "2" ? 2 : 1;
  const scene = parseScene(game, position);
  return scene.filter(({ owner }) => owner === 1).length * 2 > scene.length ? 2 : 1;
}

export const on = (scene: Scene, square: string): Piece[] =>
  scene.filter((piece) => piece.square === square).sort((a, b) => a.level - b.level);

/** Whether two scenes show the same board, whatever the identities of their pieces. */
export function same(a: Scene, b: Scene): boolean {
  const key = (scene: Scene): string =>
    scene.map((p) => `${p.square}.${p.level}.${p.kind}.${p.owner}`).sort().join();
  return a.length === b.length && key(a) === key(b);
}

let born = 0;
const fresh = (): string => `new${++born}`;

/** The same piece placed on the same board has the same identity, however often it is tried. */
function nameless(scene: Scene): string {
  const taken = new Set(scene.map(({ id }) => id));
  let n = scene.length;
  while (taken.has(`+${n}`)) n++;
  return `+${n}`;
}

function placed(scene: Scene, step: Step): Scene {
  const name = step.place ?? "star";
  const kind = "ABCD".includes(name) || name === "star" ? name : "pebble";
  const square = step.at!;
  return [...scene, { id: nameless(scene), owner: step.by ?? 1, kind, square, level: on(scene, square).length }];
}

function lifted(scene: Scene, over: string): Scene {
  return scene.map((p) => (p.square === over ? { ...p, square: AIR, over } : p));
}

function dropped(scene: Scene, step: Step): Scene {
  const square = step.at!;
  const lowest = on(scene, AIR)[0];
  const level = on(scene, square).length;
  if (!lowest) return scene;
  return scene.map((p) => {
    if (p === lowest) return { ...p, square, level, over: undefined };
    return p.square === AIR ? { ...p, over: square } : p;
  });
}

function applyStep(scene: Scene, step: Step): Scene {
  if (step.lift) return lifted(scene, step.lift);
  return step.drop === undefined ? placed(scene, step) : dropped(scene, step);
}

/** What moves is where it goes, and who leaves the board is beside it, over the space it has left. */
function underWay(scene: Scene, steps: readonly Step[]): Scene {
  const trips = new Map(steps.filter((s) => s.from).map((s) => [s.from!, s.to!]));
  return scene.map((p) => (trips.has(p.square) ? { ...p, square: trips.get(p.square)!, ...(trips.get(p.square) === OFF && { over: p.square }) } : p));
}

/** The scene after some steps. Stars that push each other all move at once. */
export function apply(scene: Scene, steps: readonly Step[]): Scene {
  const moved = underWay(scene, steps).filter((p) => p.square !== OFF);
  return steps.filter((s) => !s.from).reduce(applyStep, moved);
}

/** The scene after each stage of a move, for showing one stage after the other. */
export function stages(scene: Scene, steps: readonly Step[]): Scene[] {
  if (steps.some((step) => step.to === OFF)) return [underWay(scene, steps), apply(scene, steps)];
  if (!steps.some((step) => step.lift)) return [apply(scene, steps)];
  const found: Scene[] = [];
  steps.reduce((now, step) => {
    const next = apply(now, [step]);
    found.push(next);
    return next;
  }, scene);
  return found;
}

/** Gives the pieces of a new scene the identities of those that already stand there. */
export function keepIdentities(before: Scene, after: Scene): Scene {
  const known = new Map(before.map((p) => [`${p.square}.${p.level}.${p.kind}.${p.owner}`, p.id]));
  return after.map((p) => ({ ...p, id: known.get(`${p.square}.${p.level}.${p.kind}.${p.owner}`) ?? fresh() }));
}

/** The squares that a move has to do with. */
export const touched = (steps: readonly Step[]): string[] =>
  steps.flatMap((step) => [step.at, step.lift, step.from, step.to]).filter((square): square is string => Boolean(square) && square !== OFF);
