/** What is drawn over a square: where one may go, what happened last, how good a move is. */
import type { JSX } from "preact";
import type { Game } from "../i18n/games";
import { centre, turned } from "./geometry";

export type Value = "win" | "draw" | "loss" | "unknown";
export interface Verdict {
  value: Value;
  distance: number | null;
  /** The engine's opinion from -1 to 1, for the player who moves, where nothing is proven. */
  score?: number;
}

export interface Mark {
  selected?: boolean;
  target?: "go" | "push";
  last?: boolean;
  win?: boolean;
  hint?: boolean;
  /** What a sentence speaks of. */
  point?: boolean;
  refused?: boolean;
  /** The number of a step along a path. */
  step?: number;
  verdict?: Verdict;
  best?: boolean;
}
export type Marks = Record<string, Mark>;
export interface Arrow {
  from: string;
  to: string;
}

/** The engine's opinion as the mover's chance in per cent. */
export const chance = (score: number): number => Math.round(50 + 50 * score);

/** People count the moves of one player, notation and the server count those of both. */
export const ownMoves = (plies: number): number => Math.ceil(plies / 2);

/** A verdict in few characters: plus is a win, minus a loss, both with the moves to the end. */
export function verdictText({ value, distance, score }: Verdict): string {
  if (value === "unknown") return score === undefined ? "?" : String(chance(score));
  if (value === "draw") return "=";
  return `${value === "win" ? "+" : "−"}${distance === null ? "" : ownMoves(distance)}`;
}

const BADGES: Record<Value, JSX.Element> = {
  win: <circle r="21" />,
  draw: <rect x="-19" y="-19" width="38" height="38" rx="4" />,
  loss: <path d="M0 -26 L26 0 L0 26 L-26 0 Z" />,
  unknown: <circle r="19" stroke-dasharray="5 4" />,
};

export function Badge({ verdict, best }: { verdict: Verdict; best?: boolean }): JSX.Element {
  const text = verdictText(verdict);
  return (
    <g class={`badge ${verdict.value}${best ? " best" : ""}${text.length > 3 ? " longest" : text.length > 2 ? " long" : ""}`}>
      {BADGES[verdict.value]}
      <text dy="7">{text}</text>
    </g>
  );
}

/** The marks that lie under the pieces. */
export function Underlay({ game, marks }: { game: Game; marks: Marks }): JSX.Element {
  const r = game === "qomet" ? 40 : 45;
  return (
    <g>
      {Object.entries(marks).map(([square, mark]) => {
        const { x, y } = centre(game, square);
        return (
          <g transform={`translate(${x} ${y})`}>
            {mark.last && <circle class="mark-last" r={r} />}
            {mark.selected && <circle class="mark-selected" r={r} />}
            {mark.win && <circle class="mark-win" r={r} />}
            {mark.hint && <circle class="mark-hint" r={r} />}
            {mark.point && <rect class="mark-point" x={-r} y={-r} width={2 * r} height={2 * r} rx="16" />}
          </g>
        );
      })}
    </g>
  );
}

/** The marks that lie over the pieces; badges move aside where something stands. Stacks have their tops higher up. */
export function Overlay({ game, marks, tops }: { game: Game; marks: Marks; tops: ReadonlyMap<string, number> }): JSX.Element {
  return (
    <g>
      {Object.entries(marks).map(([square, mark]) => {
        const { x, y } = centre(game, square);
        const top = game === "qawale" ? (tops.get(square) ?? y + 10) - y : 0;
        return (
          <g transform={`translate(${x} ${y})`}>
            {mark.target === "go" && !mark.verdict && <circle class="mark-go" cy={top} r="13" />}
            {mark.target === "push" && !mark.verdict && <circle class="mark-push" r="42" />}
            {mark.refused && <path class="mark-refused" d="M-15 -15 L15 15 M15 -15 L-15 15" />}
            {mark.step !== undefined && <text class="mark-step" x="34" y="-26">{mark.step}</text>}
            {mark.verdict && (
              <g transform={tops.has(square) ? "translate(28 -28) scale(.85)" : undefined}><Badge verdict={mark.verdict} best={mark.best} /></g>
            )}
          </g>
        );
      })}
    </g>
  );
}

const OUT: Record<string, number> = { a: -1, g: 1, "1": 1, "7": -1 };

/** Where a star goes that leaves the board: outward from its square. */
export function beyond(square: string): { x: number; y: number } {
  const { x, y } = centre("qomet", square);
  const reach = turned.value ? -44 : 44;
  return { x: x + reach * (OUT[square[0]!] ?? 0), y: y + reach * (OUT[square[1]!] ?? 0) };
}

export function Arrows({ game, arrows }: { game: Game; arrows: readonly Arrow[] }): JSX.Element {
  return (
    <g class="arrows">
      {arrows.map(({ from, to }) => {
        const a = centre(game, from);
        const b = to === "off" ? beyond(from) : centre(game, to);
        const turn = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
        return (
          <g>
            <path d={`M${a.x} ${a.y} L${b.x} ${b.y}`} />
            <path class="head" d="M-20 -11 L0 0 L-20 11 Z" transform={`translate(${b.x} ${b.y}) rotate(${turn})`} />
          </g>
        );
      })}
    </g>
  );
}
