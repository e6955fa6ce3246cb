/** What a board in somebody's page shall show, as the address of its frame says it. */
import { ROWS } from "../board/geometry";
import { contents } from "../board/scene";
import { STARTS, TITLES, type Game, type Seat } from "../i18n/games";
import { t } from "../i18n/translate";

export interface Wish {
  game: Game;
  position: string;
  /** The moves to step through; none on a board to look at or to play on. */
  moves: string[];
  /** The computer's level on a board to play on. */
  level: number | null;
  /** The side of whoever plays, where the page says it. */
  side: Seat | null;
}

const CELL: Record<Game, RegExp> = { quantik: /^[A-D]?$/i, qawale: /^[012]*$/, qomet: /^[12]?$/ };
const REST: Record<Game, RegExp> = { quantik: /^$/, qawale: /^[12]$/, qomet: /^[12] \S+$/ };

/** Whether a text can be drawn: a board with as many spaces as it has, and what may be written there. */
export function isDrawable(game: Game, position: string): boolean {
  const squares = contents(game, position);
  const [, ...rest] = position.split(" ");
  const known = ROWS[game].flat();
  return Object.keys(squares).length === known.length && known.every((square) => CELL[game].test(squares[square] ?? "?"))
    && REST[game].test(rest.join(" "));
}

/** Moves between spaces or commas; the numbers and the result of a record may stand among them. */
export const movesIn = (text: string): string[] =>
  text.split(/[\s,]+/).filter((word) => word && !/^(\d+\.+|1-0|0-1|1\/2-1\/2|\*)$/.test(word));

/** The wish, or a sentence for whoever wrote the page. */
export function wishOf(game: Game, asked: URLSearchParams): Wish | string {
  const position = asked.get("position")?.replaceAll("_", " ").trim() || STARTS[game];
  if (!isDrawable(game, position)) return t("This is no position of {game}: {text}", { game: TITLES[game], text: position });
  const [level, side] = [asked.get("play"), asked.get("side")];
  if (level !== null && !/^([1-9]|10)$/.test(level)) return t("Choose a level from 1 to 10, such as {example}.", { example: 'play="6"' });
  const moves = level === null ? movesIn(asked.get("moves") ?? "") : [];
  return { game, position, moves, level: level === null ? null : Number(level), side: side === "1" ? 1 : side === "2" ? 2 : null };
}
