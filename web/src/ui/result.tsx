/** What came of a try, below the board, brought into sight as soon as there is something to read. */
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { lessMotion } from "../settings/settings";

interface ResultProps {
  words: string;
  class: string;
  /** The language of the words, where it is not that of the page. */
  tongue?: { lang?: string; dir?: "ltr" };
  children: ComponentChildren;
}

export function Result({ words, class: look, tongue, children }: ResultProps): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (words) place.current?.scrollIntoView({ block: "nearest", behavior: lessMotion() ? "auto" : "smooth" });
  }, [words]);
  return (
    <div class="stack more" ref={place}>
      {words && <p class={look} {...tongue}>{words}</p>}
      {children}
    </div>
  );
}
