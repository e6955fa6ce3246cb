/** Where squares lie, in units of a hundredth of a square, and how the arrow keys lead on. */
import { signal } from "@preact/signals";
import type { Game } from "../i18n/games";

export interface Frame {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The drawn area; Qawale leaves room above for tall stacks. */
export const FRAMES: Record<Game, Frame> = {
  quantik: { x: -26, y: -26, width: 452, height: 452 },
  qawale: { x: -26, y: -50, width: 452, height: 476 },
  qomet: { x: 0, y: 0, width: 700, height: 700 },
};

const RANKS = { quantik: 4, qawale: 4, qomet: 7 } as const;
const QOMET = "adg bdf cde abcdefg cde bdf adg".split(" ");

/** The squares row by row from the top, as they are read. */
export const ROWS: Record<Game, string[][]> = {
  quantik: rows(["abcd", "abcd", "abcd", "abcd"]),
  qawale: rows(["abcd", "abcd", "abcd", "abcd"]),
  qomet: rows(QOMET),
};

function rows(files: string[]): string[][] {
  return files.map((row, i) => [...row].map((file) => `${file}${files.length - i}`));
}

export const fileOf = (square: string): number => square.charCodeAt(0) - 97;
export const rankOf = (square: string): number => Number(square[1]) - 1;

/** Whether boards are seen from the other side. */
export const turned = signal(false);

export function centre(game: Game, square: string): { x: number; y: number } {
  const last = RANKS[game] - 1;
  const [across, up] = [fileOf(square), rankOf(square)];
  return turned.value
    ? { x: (last - across) * 100 + 50, y: up * 100 + 50 }
    : { x: across * 100 + 50, y: (last - up) * 100 + 50 };
}

/** The share of the drawn area that a square's target takes, in per cent. */
export function target(game: Game, square: string): Record<"left" | "top" | "width" | "height", string> {
  const { x, y } = centre(game, square);
  const frame = FRAMES[game];
  const per = (value: number, whole: number): string => `${(value / whole) * 100}%`;
  return {
    left: per(x - 50 - frame.x, frame.width),
    top: per(y - 50 - frame.y, frame.height),
    width: per(100, frame.width),
    height: per(100, frame.height),
  };
}

/** The square under a point given as shares of the drawn area, if the point is near one. */
export function squareAt(game: Game, across: number, down: number): string | undefined {
  const frame = FRAMES[game];
  const x = frame.x + across * frame.width;
  const y = frame.y + down * frame.height;
  return ROWS[game].flat().find((square) => {
    const at = centre(game, square);
    return Math.abs(at.x - x) <= 50 && Math.abs(at.y - y) <= 50;
  });
}

const ARROWS: Record<string, [number, number]> = {
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

/** Where an arrow key points on the board as it is seen. */
function wayOf(key: string): readonly [number, number] | undefined {
  const way = ARROWS[key];
  return way && turned.value ? [-way[0], -way[1]] : way;
}

/** The square an arrow key leads to: the next one straight on, else the nearest that way. */
export function arrow(game: Game, square: string, key: string): string | undefined {
  const way = wayOf(key);
  if (!way) return undefined;
  let best: string | undefined;
  let least = Infinity;
  for (const other of ROWS[game].flat()) {
    const along = (fileOf(other) - fileOf(square)) * way[0] + (rankOf(other) - rankOf(square)) * way[1];
    const aside = Math.abs((fileOf(other) - fileOf(square)) * way[1]) + Math.abs((rankOf(other) - rankOf(square)) * way[0]);
    const cost = aside * 10 + along;
    if (along > 0 && aside <= along && cost < least) [best, least] = [other, cost];
  }
  return best;
}
