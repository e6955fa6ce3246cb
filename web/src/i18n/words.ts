/** Sentences about games: results, reasons, squares and moves, for eyes and ears alike. */
import type { Ending, MatchState, PlayerView, Reason } from "../net/api";
import { otherSeat, shapeName, sideName, type Game, type Seat } from "./games";
import { t, tn } from "./translate";

export function nameOf(player: PlayerView, seat: Seat): string {
  if (player.kind === "bot") return player.level ? t("Computer, level {level}", { level: player.level }) : t("Computer");
  return player.name || sideName(seat);
}

function whyOver({ reason, winner }: Ending): string {
  const known: Record<string, () => string> = {
    "four different shapes": () => t("four different shapes in one row, column or region"),
    "no legal placement": () => t("the other side cannot place any piece"),
    "four in a line": () => t("four visible pebbles in a line"),
    "all pebbles played": () => t("all pebbles are played and nobody has a line"),
    "a square": () => t("four stars on the corners of a square"),
    resignation: () => t("{side} resigned", { side: sideName(otherSeat(winner!)) }),
    "draw agreed": () => t("both sides agreed"),
    repetition: () => t("the same position stood for the third time"),
  };
  return known[reason]?.() ?? reason;
}

export function ended(ending: Ending): string {
  if (ending.winner === null) return t("Draw: {why}.", { why: whyOver(ending) });
  return t("{side} wins: {why}.", { side: sideName(ending.winner), why: whyOver(ending) });
}

function lineName(params: Reason["params"]): string {
  const name = String(params.name ?? "");
  if (params.line === "row") return t("row {name}", { name });
  if (params.line === "column") return t("column {name}", { name });
  return t("the region {name}", { name });
}

/** Why something is not allowed, in the player's language. */
export function because(reason: Reason): string {
  const p = reason.params;
  const side = p.player ? sideName(Number(p.player) as Seat) : "";
  const square = String(p.square ?? "");
  const known: Record<string, () => string> = {
    "game-over": () => t("The game is over."),
    "not-a-move": () => t("That is not a move of this game."),
    "shape-in-line": () => t("{side} already has a {shape} in {line}.", { side, shape: shapeName(String(p.shape)), line: lineName(p) }),
    "none-in-hand": () => t("{side} has no {shape} left.", { side, shape: shapeName(String(p.shape)) }),
    "not-empty": () => t("{square} is not empty.", { square }),
    "no-stack": () => t("There is no stack on {square}.", { square }),
    "wrong-length": () => tn("The stack has {n} pebble to sow.", "The stack has {n} pebbles to sow.", Number(p.pebbles)),
    "leaves-board": () => t("The path would leave the board at {square}.", { square }),
    "straight-back": () => t("The path may not go straight back to {square}.", { square }),
    "no-star-here": () => t("{side} has no star on {square}.", { side, square }),
    "no-star-in-hand": () => t("{side} has no star in hand.", { side }),
    "not-outer": () => t("{square} is not on the outer square.", { square }),
    "no-line": () => t("No line joins {from} and {to} directly.", { from: String(p.one ?? p.origin), to: String(p.other ?? p.target) }),
    corner: () => t("The star on {square} cannot be pushed around the corner.", { square }),
    blocked: () => t("The star on {square} cannot be pushed: {behind} is not empty.", { square, behind: String(p.behind) }),
    undo: () => t("This would only undo the last turn of the other side."),
  };
  return known[reason.code]?.() ?? advice(reason) ?? reason.message;
}

/** Why the computer likes a move. */
function advice({ code, params }: Reason): string | undefined {
  const plies = Number(params.plies ?? 0);
  const known: Record<string, () => string> = {
    "wins-now": () => t("It wins at once."),
    wins: () => tn("It wins in {n} turn.", "It wins in {n} turns.", plies),
    only: () => t("It is the only legal move."),
    "only-safe": () => t("It is the only move that does not lose at once."),
    "only-saving": () => t("It is the only move that does not lose."),
    draws: () => t("It holds the draw."),
    loses: () => tn("Every move loses; this one holds out longest, {n} turn.", "Every move loses; this one holds out longest, {n} turns.", plies),
    trap: () => tn("{mistakes} of {n} reply would be a mistake.", "{mistakes} of {n} replies would be a mistake.", Number(params.replies), { mistakes: params.mistakes ?? 0 }),
    opinion: () => t("It looks best; nothing is proven."),
    sight: () => tn("The computer looked {n} turn ahead.", "The computer looked {n} turns ahead.", plies),
    whim: () => t("It was played on a whim."),
  };
  return known[code]?.();
}

const colourOf = (letter: string): string =>
  letter === "0" ? t("neutral") : letter === "1" ? t("light") : t("dark");

function describeStack(stack: string): string {
  const pebbles = [...stack].map(colourOf).join(", ");
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

/** A move as a sentence about a side. */
export function describeMove(game: Game, move: string, by: Seat): string {
  const side = sideName(by);
  if (game === "quantik") return t("{side} places a {shape} on {square}", { side, shape: shapeName(move[0]!), square: move.slice(2) });
  if (game === "qawale") return t("{side} sows {square} along {path}", { side, square: move.slice(0, 2), path: move.slice(2) });
  if (move.startsWith("@")) return t("{side} places a star on {square}", { side, square: move.slice(1) });
  const [from = "", to = ""] = move.split("-");
  if (to === "off") return t("{side} moves off the board from {square}", { side, square: from });
  return t("{side} moves from {from} to {to}", { side, from, to });
}

export function turnOf(state: Pick<MatchState, "turn" | "you" | "players">): string {
  const both = state.you.length === 2;
  const player = state.players[state.turn];
  if (both || !state.you.length) return t("{side} to move", { side: sideName(state.turn) });
  if (state.you.includes(state.turn)) return t("Your turn: you play {side}", { side: sideName(state.turn) });
  if (player.kind === "bot") return t("The computer is thinking …");
  return player.open ? t("Waiting for your friend to join") : t("Waiting for {name}", { name: nameOf(player, state.turn) });
}
