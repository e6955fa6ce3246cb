/** Small line drawings for buttons; the words beside them say the same. */
import type { JSX } from "preact";

const PATHS: Record<string, string> = {
  hint: "M7.5 15h5M8.5 18h3M10 2a5.5 5.5 0 0 0-3 10.1V12.5h6v-.4A5.5 5.5 0 0 0 10 2Z",
  undo: "M7 4 3 8l4 4M3.5 8H12a5 5 0 0 1 0 10H8",
  rules: "M10 5C8 3.5 5.5 3.5 3 4v12c2.5-.5 5-.5 7 1 2-1.5 4.5-1.5 7-1V4c-2.5-.5-5-.5-7 1ZM10 5v12",
  draw: "M3 7.5h14M3 12.5h14",
  resign: "M5 18V3M5 3.5h10l-2.5 3.5L15 10.5H5",
  more: "M3 5h14M3 10h14M3 15h14",
  flip: "M4 8a6.5 6.5 0 0 1 11.5-2.5L17 7.5M17 3v4.5h-4.5M16 12a6.5 6.5 0 0 1-11.5 2.5L3 12.5M3 17v-4.5h4.5",
  wide: "M3 7V3h4M13 3h4v4M17 13v4h-4M7 17H3v-4",
  narrow: "M7 3v4H3M17 7h-4V3M13 17v-4h4M3 13h4v4",
};

export function Icon({ name }: { name: string }): JSX.Element {
  return (
    <svg class="icon" viewBox="0 0 20 20" width="1.25rem" height="1.25rem" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round">
      <path d={PATHS[name]} />
    </svg>
  );
}
