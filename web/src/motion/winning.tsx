/** A win is a moment: the line or the square itself is drawn, the pieces on it rise, and light flies off. */
import type { JSX } from "preact";
import type { Game } from "../i18n/games";
import { adopt } from "../ui/adopt";
import { centre } from "../board/geometry";
import css from "./winning.css?inline";

if (globalThis.document) adopt(css);

interface Point {
  x: number;
  y: number;
}
const BEYOND = 30;
const SPARKS = Array.from({ length: 7 }, (_, i) => i * (360 / 7));

const cross = (o: Point, a: Point, b: Point): number => (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);

/** From one end to the other, and a little further. */
function line(points: Point[]): string {
  const [a, b] = [points[0]!, points.at(-1)!];
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  const [x, y] = [((b.x - a.x) / length) * BEYOND, ((b.y - a.y) / length) * BEYOND];
  return `M${a.x - x} ${a.y - y}L${b.x + x} ${b.y + y}`;
}

/** Once around, from corner to corner. */
function round(points: Point[]): string {
  const middle = { x: points.reduce((sum, { x }) => sum + x, 0) / points.length, y: points.reduce((sum, { y }) => sum + y, 0) / points.length };
  const angle = ({ x, y }: Point): number => Math.atan2(y - middle.y, x - middle.x);
  const corners = [...points].sort((a, b) => angle(a) - angle(b)).map(({ x, y }) => `${x} ${y}`);
  return `M${corners.join("L")}Z`;
}

/** The line or the square through some spaces. */
export function figure(game: Game, squares: readonly string[]): string {
  const points = squares.map((square) => centre(game, square)).sort((a, b) => a.x - b.x || a.y - b.y);
  const straight = points.every((point) => Math.abs(cross(points[0]!, points.at(-1)!, point)) < 1);
  return straight ? line(points) : round(points);
}

/** Nothing flies for whoever has just lost. */
export function Winning({ game, squares, sober }: { game: Game; squares: readonly string[]; sober?: boolean }): JSX.Element | null {
  if (squares.length < 2) return null;
  const d = figure(game, squares);
  return (
    <g class={sober ? "winning sober" : "winning"}>
      <path class="under" pathLength="1" d={d} />
      <path class="over" pathLength="1" d={d} />
      {!sober && squares.map((square, i) => {
        const { x, y } = centre(game, square);
        return (
          <g class="sparks" transform={`translate(${x} ${y})`} style={{ "--late": `${0.18 * i}s` }}>
            {SPARKS.map((turn) => <g transform={`rotate(${turn + 11 * i})`}><circle r="4" /></g>)}
          </g>
        );
      })}
    </g>
  );
}
