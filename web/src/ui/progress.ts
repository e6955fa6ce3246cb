/**
 * What somebody has achieved in this browser: one record with a version, so that an account can
 * take it over later. It holds what happened; ratings, streaks and piles follow from it.
 */
import { signal } from "@preact/signals";
import { GAMES, type Game } from "../i18n/games";
import { readList, readSetting, writeSetting } from "./storage";

/** A puzzle that was tried: its difficulty, whether it was solved without a miss, and when. */
export interface Attempt {
  puzzle: string;
  /** 1 to 5; 0 where it is not known any more. */
  difficulty: number;
  right: boolean;
  /** Seconds since 1970. */
  at: number;
}
/** A timed run, and how many puzzles it solved. */
export interface Run {
  solved: number;
  at: number;
}
export type End = "won" | "drawn" | "lost";
/** Games against one level that came to an end; `last` is the match counted last, and how it ended. */
export interface Met {
  won: number;
  drawn: number;
  lost: number;
  last?: { match: string; end: End };
}
export interface Track {
  /** The names of the lessons that are done. */
  lessons: string[];
  attempts: Attempt[];
  runs: Run[];
  /** The computer's levels that were met. */
  met: Record<string, Met>;
}
export interface Progress {
  version: 1;
  games: Record<Game, Track>;
  /** The days, such as 2026-03-01, on which a puzzle of the day was solved. */
  days: string[];
}

const NAME = "progress";
export const now = (): number => Math.floor(Date.now() / 1000);

/** What was kept before there was one record: the puzzles that are solved. */
const solvedBefore = (game: Game): Attempt[] =>
  readList(`solved.${game}`).map((puzzle) => ({ puzzle, difficulty: 0, right: true, at: 0 }));

function nothing(): Progress {
  const track = (game: Game): Track => ({ lessons: [], attempts: solvedBefore(game), runs: [], met: {} });
  return { version: 1, games: { quantik: track("quantik"), qawale: track("qawale"), qomet: track("qomet") }, days: [] };
}

/** The record as it is kept; what an older version did not know yet is empty. */
function read(): Progress {
  const empty = nothing();
  try {
    const kept = JSON.parse(readSetting(NAME) ?? "null") as Partial<Progress> | null;
    if (!kept) return empty;
    const tracks = GAMES.map((game) => [game, { ...empty.games[game], ...kept.games?.[game] }]);
    return { ...empty, ...kept, games: Object.fromEntries(tracks) as Progress["games"] };
  } catch {
    return empty;
  }
}

export const progress = signal(read());
addEventListener("storage", () => (progress.value = read()));

/** Changes the record, on top of what another window may have written meanwhile. */
export function change(make: (before: Progress) => Progress): void {
  progress.value = make(readSetting(NAME) ? read() : progress.value);
  writeSetting(NAME, JSON.stringify(progress.value));
}

export const changeTrack = (game: Game, make: (before: Track) => Partial<Track>): void =>
  change((before) => ({ ...before, games: { ...before.games, [game]: { ...before.games[game], ...make(before.games[game]) } } }));

const added = (list: readonly string[], name: string): string[] => (list.includes(name) ? [...list] : [...list, name]);

export const learnt = (game: Game, lesson: string): void =>
  changeTrack(game, ({ lessons }) => ({ lessons: added(lessons, lesson) }));
export const attempted = (game: Game, attempt: Attempt): void =>
  changeTrack(game, ({ attempts }) => ({ attempts: [...attempts, attempt] }));
export const ran = (game: Game, run: Run): void => changeTrack(game, ({ runs }) => ({ runs: [...runs, run] }));
export const solvedToday = (day: string): void => change((before) => ({ ...before, days: added(before.days, day) }));

/** Whether anything was ever learnt or solved here. */
export const isNewcomer = ({ games, days }: Progress): boolean =>
  !days.length && GAMES.every((game) => !games[game].lessons.length && !games[game].attempts.length);

export const solvedOf = ({ attempts }: Track): Set<string> =>
  new Set(attempts.filter(({ right }) => right).map(({ puzzle }) => puzzle));

/** The puzzles whose last try went wrong, the latest first. */
export function failedOf({ attempts }: Track): string[] {
  const last = new Map<string, boolean>();
  for (const { puzzle, right } of attempts) {
    last.delete(puzzle);
    last.set(puzzle, right);
  }
  return [...last].filter(([, right]) => !right).map(([puzzle]) => puzzle).reverse();
}

const FIRST_RATING = 800;
/** A puzzle plays like somebody of this rating. */
const ratingOf = (difficulty: number): number => 500 + 300 * difficulty;
const LIVELY = 20;

/**
 * An Elo number: solving a puzzle is a win against it, missing it a loss. Only the first try at
 * each counts, and the first twenty count double, so that one soon stands where one belongs.
 */
export function rated({ attempts }: Track): { rating: number; counted: number } {
  const seen = new Set<string>();
  let rating = FIRST_RATING;
  for (const { puzzle, difficulty, right } of attempts) {
    if (!difficulty || seen.has(puzzle)) continue;
    const expected = 1 / (1 + 10 ** ((ratingOf(difficulty) - rating) / 400));
    rating += (seen.size < LIVELY ? 40 : 20) * (Number(right) - expected);
    seen.add(puzzle);
  }
  return { rating: Math.round(rating), counted: seen.size };
}

/** The difficulty whose puzzles come closest to a rating. */
export const fittingDifficulty = (rating: number): number =>
  Math.min(5, Math.max(1, Math.round((rating - 500) / 300)));

const dayBefore = (day: string): string => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
export const today = (): string => new Date().toISOString().slice(0, 10);

/** Days in a row with a solved puzzle of the day, up to today or yesterday. */
export function streak({ days }: Progress, day = today()): number {
  const solved = new Set(days);
  let at = solved.has(day) ? day : dayBefore(day);
  let count = 0;
  for (; solved.has(at); at = dayBefore(at)) count++;
  return count;
}
