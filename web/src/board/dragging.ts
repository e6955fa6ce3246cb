/** Dragging with mouse, pen or finger: over which square it is now, and where it ends. */
import { signal } from "@preact/signals";
import type { Game } from "../i18n/games";
import { squareAt } from "./geometry";
import { OFF } from "./scene";

export type Phase = "start" | "over" | "drop" | "cancel";

interface Job {
  game: Game;
  board: HTMLElement;
  from: string;
  /** Whether the piece may be taken yet; a hand that is a little early is waited for. */
  ready: () => boolean;
  on: (square: string, phase: Phase) => void;
  /** Hears of a finger that stays where it is; true if that was all it wanted. */
  hold?: () => boolean;
}

/** The pointer's place beside the board's corner while something is dragged. */
export const dragged = signal<{ x: number; y: number; from: string; finger: boolean } | null>(null);
let dropped: { x: number; y: number; when: number } | null = null;

/** Where something was let go a moment ago: from there it falls. */
export const lastDrop = (): Point | null => (dropped && performance.now() - dropped.when < 250 ? dropped : null);

const SLACK = 7;
const STRIDE = 12;
const HOLD_MS = 500;

interface Point {
  x: number;
  y: number;
}

/** The square at a point of the page, "off" outside the board, nothing between the squares. */
function under(job: Job, { x, y }: Point): string {
  const box = job.board.getBoundingClientRect();
  const across = (x - box.left) / box.width;
  const down = (y - box.top) / box.height;
  const inside = across >= 0 && across <= 1 && down >= 0 && down <= 1;
  return squareAt(job.game, across, down) ?? (inside ? "" : OFF);
}

/** The click that browsers send after a drag is not another press; the next touch is. */
function swallowClick(): void {
  const stop = (event: Event): void => {
    event.stopPropagation();
    event.preventDefault();
  };
  const over = (): void => removeEventListener("click", stop, { capture: true });
  addEventListener("click", stop, { capture: true, once: true });
  addEventListener("pointerdown", over, { capture: true, once: true });
  setTimeout(over, 60);
}

/** The points between two others: a quick hand skips no square. */
function between(from: Point, to: Point): Point[] {
  const count = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / STRIDE);
  return Array.from({ length: count }, (_, i) => {
    const share = (i + 1) / count;
    return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
  });
}

export function beginDrag(down: PointerEvent, job: Job): void {
  if (down.button !== 0 || dragged.value) return;
  const start = { x: down.clientX, y: down.clientY };
  let moving = false;
  let held = false;
  const waiting = setTimeout(() => (held = down.pointerType === "touch" && Boolean(job.hold?.())), HOLD_MS);
  let last = job.from;
  let before = start;
  const over = (point: Point): void => {
    const square = under(job, point);
    if (square !== last) job.on(square, "over");
    last = square;
  };
  const move = (event: PointerEvent): void => {
    if (event.pointerId !== down.pointerId) return;
    const point = { x: event.clientX, y: event.clientY };
    const far = Math.hypot(point.x - start.x, point.y - start.y) > SLACK;
    if (!moving && !(far && job.ready())) return;
    if (!moving) job.on(job.from, "start");
    moving = true;
    clearTimeout(waiting);
    const corner = job.board.getBoundingClientRect();
    dragged.value = { x: point.x - corner.left, y: point.y - corner.top, from: job.from, finger: down.pointerType === "touch" };
    between(before, point).forEach(over);
    before = point;
  };
  const finish = (event: PointerEvent): void => {
    if (event.pointerId !== down.pointerId) return;
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", finish);
    removeEventListener("pointercancel", finish);
    clearTimeout(waiting);
    if (!moving && held) swallowClick();
    if (!moving) return;
    dragged.value = null;
    dropped = { x: event.clientX, y: event.clientY, when: performance.now() };
    swallowClick();
    if (event.type === "pointerup") job.on(under(job, { x: event.clientX, y: event.clientY }), "drop");
    else job.on(job.from, "cancel");
  };
  (down.target as Element).releasePointerCapture?.(down.pointerId);
  addEventListener("pointermove", move);
  addEventListener("pointerup", finish);
  addEventListener("pointercancel", finish);
}
