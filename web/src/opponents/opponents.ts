/** The ten opponents, the same in all games: a person remembers faces, not numbers. */
import type { MatchState, NewSeat } from "../net/api";
import { STARTS, type Game } from "../i18n/games";
import { changeTrack, progress, type End, type Met } from "../ui/progress";
import { isOn, patience } from "../settings/settings";
import { readList, writeList } from "../ui/storage";

export interface Opponent {
  name: string;
  /** Seconds that a move of theirs takes, more or less. */
  pace: number;
}

/** From level 1 up; their initials are in the order of the alphabet. */
export const OPPONENTS: readonly Opponent[] = [
  { name: "Ari", pace: 0.9 },
  { name: "Bo", pace: 1.5 },
  { name: "Cleo", pace: 1 },
  { name: "Dani", pace: 0.8 },
  { name: "Eli", pace: 1.6 },
  { name: "Femi", pace: 1.2 },
  { name: "Gio", pace: 1.1 },
  { name: "Haru", pace: 1.7 },
  { name: "Imani", pace: 1.4 },
  { name: "Juno", pace: 2 },
];

export const opponent = (level: number): Opponent => OPPONENTS[level - 1]!;
export const seatOf = (level: number): NewSeat => ({ kind: "bot", level, name: opponent(level).name });

const SHORTEST = 0.75;

/** The matches in which this is wished otherwise than the setting says. */
const exceptions = (): string[] => readList(`patience.not-${patience.value}`);
const MOST_EXCEPTIONS = 50;

/** Lets opponents take their time in one match, or not. */
export function letTakeTime(match: string, wanted: boolean): void {
  const others = exceptions().filter((each) => each !== match);
  const all = wanted === isOn(patience) ? others : [match, ...others].slice(0, MOST_EXCEPTIONS);
  writeList(`patience.not-${patience.value}`, all);
}

const takesTime = (match: string): boolean => isOn(patience) !== exceptions().includes(match);

/** Seconds for the next move of an opponent, never twice the same. */
export function paceOf(level: number): number {
  return opponent(level).pace * (SHORTEST + (2 - 2 * SHORTEST) * Math.random());
}

/** How long the next answer in a match should take: nothing for those in a hurry. */
export function paceIn(state: MatchState): number {
  const level = levelAgainst(state);
  return level && takesTime(state.id) ? paceOf(level) : 0;
}

const NEVER: Met = { won: 0, drawn: 0, lost: 0 };

export const met = (game: Game, level: number): Met => progress.value.games[game].met[level] ?? NEVER;
export const beaten = (game: Game, level: number): boolean => met(game, level).won > 0;

/** Whom to meet next: the one above the strongest who was beaten. */
export function suggested(game: Game): number {
  const strongest = OPPONENTS.reduce((found, _, i) => (beaten(game, i + 1) ? i + 1 : found), 0);
  return Math.min(strongest + 1, OPPONENTS.length);
}

/** The level of the computer that the person at this browser plays against, if there is one. */
export function levelAgainst({ players, you }: Pick<MatchState, "players" | "you">): number | null {
  const other = you.length === 1 ? players[you[0] === 1 ? 2 : 1] : null;
  return other?.kind === "bot" ? other.level : null;
}

/** How a match has ended for the one person who plays it in this browser. */
export function endOf({ outcome, you }: Pick<MatchState, "outcome" | "you">): End | null {
  if (!outcome || you.length !== 1) return null;
  return outcome.winner === null ? "drawn" : outcome.winner === you[0] ? "won" : "lost";
}

/** A match counts once; played on after taking back, it counts as it ended last. */
function count(before: Met, match: string, end: End): Met {
  const after = { ...before, last: { match, end } };
  if (before.last?.match === match) after[before.last.end] -= 1;
  after[end] += 1;
  return after;
}

/** Writes down how a game against the computer has ended; one from a set-up position proves nothing. */
export function remember(state: MatchState): void {
  const level = levelAgainst(state);
  const end = endOf(state);
  if (!level || !end || state.start !== STARTS[state.game]) return;
  changeTrack(state.game, ({ met }) => ({ met: { ...met, [level]: count(met[level] ?? NEVER, state.id, end) } }));
}
