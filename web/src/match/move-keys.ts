/** Arrow keys go through the moves of a game, Home and End to its ends. */
import { useEffect, useRef } from "preact/hooks";
import { isForPage } from "../ui/hotkeys";

/** Whether the focus on the board came with a press of mouse or finger, not with keys. */
function followPointer(): { pressed: () => boolean; stop: () => void } {
  let [down, pressed] = [false, false];
  const on = { pointerdown: () => void (down = pressed = true), pointerup: () => void (down = false), pointercancel: () => void (down = false), focusin: () => void (pressed = down) };
  for (const [name, hear] of Object.entries(on)) document.addEventListener(name, hear, true);
  const stop = (): void => {
    for (const [name, hear] of Object.entries(on)) document.removeEventListener(name, hear, true);
  };
  return { pressed: () => pressed, stop };
}

/** On a board that is played by keys the arrows belong to the board; there they need Shift. */
export function useMoveKeys(at: number, last: number, look: (ply: number) => void): void {
  const now = useRef({ at, last, look });
  now.current = { at, last, look };
  useEffect(() => {
    const { pressed, stop } = followPointer();
    const key = (event: KeyboardEvent): void => {
      const { at, last, look } = now.current;
      const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
      const ofBoard = (event.target as Element).closest?.("[role=grid]") && !pressed() && !event.shiftKey;
      if (to === undefined || ofBoard || !isForPage(event)) return;
      event.preventDefault();
      event.stopPropagation();
      if (to >= 0 && to <= last && to !== at) look(to);
    };
    document.addEventListener("keydown", key, true);
    return () => {
      stop();
      document.removeEventListener("keydown", key, true);
    };
  }, []);
}
