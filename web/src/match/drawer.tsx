/** What one looks up beside a game: always in sight where there is room, else drawn out over it. */
import { signal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "../ui/icon";
import { t } from "../i18n/translate";

const open = signal(false);

/** Only seen where the drawer is not always open. */
export function DrawerButton(): JSX.Element {
  return (
    <button class="button for-drawer" aria-expanded={open.value} aria-controls="drawer" onClick={() => (open.value = !open.value)}>
      <Icon name="more" />{t("More")}
    </button>
  );
}

/** Closes on Escape and on a press elsewhere, and with the page. */
function useClosing(drawer: { current: HTMLElement | null }): void {
  useEffect(() => {
    const outside = (event: Event): void => {
      const target = event.target as Element;
      if (!drawer.current?.contains(target) && !target.closest(".for-drawer")) open.value = false;
    };
    const escape = (event: KeyboardEvent): void => {
      if (event.key !== "Escape" || !open.value) return;
      open.value = false;
      document.querySelector<HTMLElement>(".for-drawer")?.focus();
    };
    document.addEventListener("pointerdown", outside);
    document.addEventListener("keydown", escape);
    return () => {
      open.value = false;
      document.removeEventListener("pointerdown", outside);
      document.removeEventListener("keydown", escape);
    };
  }, []);
}

export function Drawer({ children }: { children: ComponentChildren }): JSX.Element {
  const drawer = useRef<HTMLDivElement>(null);
  useClosing(drawer);
  return <div class={open.value ? "drawer open" : "drawer"} id="drawer" ref={drawer}>{children}</div>;
}
