/** A menu that opens below its name, and closes on Escape, on a press elsewhere and behind a chosen link. */
import { useSignal, useSignalEffect } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { path } from "./router";

/** Closes the menu on Escape, on a press elsewhere, and when the focus leaves it. */
function useClosing(menu: { current: HTMLDetailsElement | null }): void {
  useEffect(() => {
    const outside = (event: Event): void => {
      if (menu.current?.open && !menu.current.contains(event.target as Node)) menu.current.open = false;
    };
    const escape = (event: KeyboardEvent): void => {
      if (event.key !== "Escape" || !menu.current?.open) return;
      menu.current.open = false;
      menu.current.querySelector("summary")?.focus();
    };
    document.addEventListener("pointerdown", outside);
    document.addEventListener("focusin", outside);
    document.addEventListener("keydown", escape);
    return () => {
      document.removeEventListener("pointerdown", outside);
      document.removeEventListener("focusin", outside);
      document.removeEventListener("keydown", escape);
    };
  }, []);
}

interface MenuProps {
  class: string;
  name: ComponentChildren;
  /** Made when the menu is first opened. */
  children: () => ComponentChildren;
}

export function Menu({ class: look, name, children }: MenuProps): JSX.Element {
  const menu = useRef<HTMLDetailsElement>(null);
  const wanted = useSignal(false);
  useClosing(menu);
  useSignalEffect(() => {
    if (path.value && menu.current) menu.current.open = false;
  });
  return (
    <details class={look} ref={menu}>
      <summary onClick={() => (wanted.value = true)}>{name}</summary>
      {wanted.value && <div>{children()}</div>}
    </details>
  );
}
