/** Where pieces are drawn, and the show that takes them from place to place once it is there. */
import { signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { lessMotion } from "../settings/settings";
import type { Piece } from "../board/scene";

export interface Spot {
  x: number;
  y: number;
  scale: number;
}

export interface Placed extends Spot {
  piece: Piece;
}

export const moved = ({ x, y, scale }: Spot, stretch = ""): string =>
  `translate(${x}px,${y}px)${scale === 1 ? "" : ` scale(${scale})`}${stretch}`;

export const show = signal<typeof import("./show") | null>(null);

export function wantShow(): void {
  if (!show.value) void import("./show").then((fetched) => (show.value = fetched), () => undefined);
}
for (const touch of ["pointerdown", "keydown"]) globalThis.addEventListener?.(touch, wantShow, { once: true });

/** Pieces go from where they stood to where they stand. */
export function useMotion(placed: readonly Placed[], still = false): (id: string) => (element: SVGGElement | null) => void {
  const elements = useRef(new Map<string, SVGGElement>());
  const before = useRef<Map<string, Placed> | null>(null);
  useLayoutEffect(() => {
    const known = before.current;
    before.current = new Map(placed.map((each) => [each.piece.id, each]));
    if (known && !still && !lessMotion()) show.peek()?.go(placed, known, elements.current);
  });
  return (id) => (element) => {
    if (element) elements.current.set(id, element);
    else elements.current.delete(id);
  };
}
