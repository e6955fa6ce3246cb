/** What came of a try, below the board, brought into sight as soon as there is something to read. */
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { lessMotion } from "../settings";

interface ResultProps {
  words: string;
  class: string;
  children: ComponentChildren;
}

export function Result({ words, class: look, children }: ResultProps): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (words) place.current?.scrollIntoView({ block: "nearest", behavior: lessMotion() ? "auto" : "smooth" });
  }, [words]);
  return (
    <div class="stack more" ref={place}>
      {words && <p class={look}>{words}</p>}
      {children}
    </div>
  );
}
