/** Dragging with mouse, pen or finger: over which square it is now, and where it ends. */
import { signal } from "@preact/signals";
import type { Game } from "../games";
import { squareAt } from "./geometry";
import { OFF } from "./scene";

export type Phase = "start" | "over" | "drop" | "cancel";

interface Job {
  game: Game;
  board: HTMLElement;
  from: string;
  on: (square: string, phase: Phase) => void;
}

/** The pointer's place on the page while something is dragged. */
export const dragged = signal<{ x: number; y: number; from: string } | null>(null);
const SLACK = 7;

/** The square under the pointer, "off" outside the board, nothing between the squares. */
function under(job: Job, event: PointerEvent): string {
  const box = job.board.getBoundingClientRect();
  const across = (event.clientX - box.left) / box.width;
  const down = (event.clientY - box.top) / box.height;
  const inside = across >= 0 && across <= 1 && down >= 0 && down <= 1;
  return squareAt(job.game, across, down) ?? (inside ? "" : OFF);
}

/** The click that browsers send after a drag is not another press. */
function swallowClick(): void {
  const stop = (event: Event): void => {
    event.stopPropagation();
    event.preventDefault();
  };
  addEventListener("click", stop, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", stop, { capture: true }), 60);
}

export function beginDrag(down: PointerEvent, job: Job): void {
  if (down.button !== 0) return;
  let moving = false;
  let last = job.from;
  const move = (event: PointerEvent): void => {
    if (event.pointerId !== down.pointerId) return;
    const far = Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) > SLACK;
    if (!moving && !far) return;
    if (!moving) job.on(job.from, "start");
    moving = true;
    dragged.value = { x: event.clientX, y: event.clientY, from: job.from };
    const square = under(job, event);
    if (square !== last) job.on(square, "over");
    last = square;
  };
  const finish = (event: PointerEvent): void => {
    if (event.pointerId !== down.pointerId) return;
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", finish);
    removeEventListener("pointercancel", finish);
    dragged.value = null;
    if (!moving) return;
    swallowClick();
    job.on(event.type === "pointerup" ? under(job, event) : job.from, event.type === "pointerup" ? "drop" : "cancel");
  };
  (down.target as Element).releasePointerCapture?.(down.pointerId);
  addEventListener("pointermove", move);
  addEventListener("pointerup", finish);
  addEventListener("pointercancel", finish);
}
