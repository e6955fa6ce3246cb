/** Sentences about games: results, reasons, squares and moves, for eyes and ears alike. */
import type { Ending, MatchState, Players, PlayerView, Reason } from "../net/api";
import { shapeName, sideName, type Game, type Seat } from "./games";
import { language, listed, t, tn, together } from "./translate";

export function nameOf(player: PlayerView, seat: Seat): string {
  if (player.name || player.kind === "human") return player.name || sideName(seat);
  return player.level ? t("Computer, level {level}", { level: player.level }) : t("Computer");
}

/** A label and what it is about. */
export const labelled = (label: string, what: string | number): string => t("{label}: {what}", { label, what });

/** Something with a note to it, in brackets. */
export const noted = (what: string, note: string): string => t("{why} ({where})", { why: what, where: note });

/** Words with what ends a sentence. */
export const asSentence = (words: string): string => t("{sentence}.").replace("{sentence}", () => words);

/** How a game has ended; where the players are known, the winner by name. */
export function ended(ending: Ending, players?: MatchState["players"]): string {
  const why = t(ending.template ?? ending.reason);
  if (ending.winner === null) return t("Draw: {why}.", { why });
  const side = players ? nameOf(players[ending.winner], ending.winner) : sideName(ending.winner);
  return t("{side} wins: {why}.", { side, why });
}

const capital = (text: string): string => text.slice(0, 1).toLocaleUpperCase(language.value === "tr" ? "tr" : "en") + text.slice(1);

/** What the sides are called: Light and Dark, unless the players have names. */
export type Names = Partial<Record<string, string>>;
export const namesOf = (players: Players): Names => ({ light: nameOf(players[1], 1), dark: nameOf(players[2], 2) });

/** What the server says, in the player's language; parts that are words are translated, too. */
export function said({ template, plural, count, params, parts = {} }: Reason, shape?: (template: string) => string, names: Names = {}): string {
  const words = Object.entries(parts).map(([name, part]) => [name, names[part.code] ?? said(part)]);
  const all = { ...params, ...Object.fromEntries(words) };
  return plural ? tn(template, plural, Number(params[count!]), all, shape) : t(template, all, shape);
}

/** The same as a sentence of its own. */
export const because = (reason: Reason, names?: Names): string => asSentence(said(reason, capital, names));

/** Who has won is told why; of a loss one hears who has won, too. */
export function resultOf(outcome: Ending, { you, players }: MatchState): string {
  if (!outcome.winner || you.length !== 1) return ended(outcome, players);
  if (outcome.winner === you[0]) return together([t("You won!"), because({ ...outcome, params: {}, message: outcome.reason })]);
  return together([t("Not this time."), ended(outcome, players)]);
}

const colourOf = (letter: string): string =>
  letter === "0" ? t("neutral") : letter === "1" ? t("light") : t("dark");

function describeStack(stack: string): string {
  const pebbles = listed([...stack].map(colourOf));
  return tn("{n} pebble: {pebbles}", "{n} pebbles, from the bottom: {pebbles}", stack.length, { pebbles });
}

/** What stands on a square, as a screen reader says it. */
export function describeCell(game: Game, square: string, cell: string): string {
  if (!cell) return t("{square}, empty", { square });
  if (game === "qawale") return t("{square}, {what}", { square, what: describeStack(cell) });
  if (game === "qomet") return cell === "1" ? t("{square}, light star", { square }) : t("{square}, dark star", { square });
  const shape = shapeName(cell);
  return cell === cell.toUpperCase() ? t("{square}, light {shape}", { square, shape }) : t("{square}, dark {shape}", { square, shape });
}

/** Moves as players number them: both have a first one. */
export const numberOf = (ply: number): number => Math.floor(ply / 2) + 1;

const STEPS: Record<string, [number, number]> = { n: [0, 1], e: [1, 0], s: [0, -1], w: [-1, 0] };

/** The spaces of a sowing such as a1nne, one after the other: a2-a3-b3. */
function sownOver(move: string): string {
  let [file, rank] = [move.charCodeAt(0), Number(move[1])];
  return [...move.slice(2)].map((step) => {
    const [across, up] = STEPS[step]!;
    return `${String.fromCharCode((file += across))}${(rank += up)}`;
  }).join("-");
}

/** A move in as few words as it needs, with its notation in brackets where that differs. */
export function moveName(game: Game, move: string): string {
  const words = game === "quantik" ? `${shapeName(move[0]!)} ${move.slice(2)}`
    : game === "qawale" ? `${move.slice(0, 2)}-${sownOver(move)}` : move.replace("@", "");
  return words === move ? move : noted(words, move);
}

/** A move as a sentence about a side. */
export function describeMove(game: Game, move: string, by: Seat): string {
  const side = sideName(by);
  if (game === "quantik") return t("{side} places a {shape} on {square}", { side, shape: shapeName(move[0]!), square: move.slice(2) });
  if (game === "qawale") return t("{side} sows {square} along {path}", { side, square: move.slice(0, 2), path: sownOver(move) });
  if (move.startsWith("@")) return t("{side} places a star on {square}", { side, square: move.slice(1) });
  const [from = "", to = ""] = move.split("-");
  if (to === "off") return t("{side} takes the star on {square} off the board", { side, square: from });
  return t("{side} moves the star from {from} to {to}", { side, from, to });
}

export function turnOf(state: Pick<MatchState, "turn" | "you" | "players">): string {
  const both = state.you.length === 2;
  const player = state.players[state.turn];
  if (both || !state.you.length) return t("{side} to move", { side: nameOf(player, state.turn) });
  if (state.players[1].open || state.players[2].open) return t("Waiting for your friend to join");
  if (state.you.includes(state.turn)) return t("Your turn");
  if (player.kind === "bot") return t("{name} is thinking …", { name: nameOf(player, state.turn) });
  return t("Waiting for {name}", { name: nameOf(player, state.turn) });
}
