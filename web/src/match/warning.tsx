/** What the coach asks, fetched when it first has something to ask. */
import type { JSX } from "preact";
import { t, together } from "../i18n/translate";
import type { MatchRoom } from "./room";

const focus = (button: HTMLElement | null): void => button?.focus();

/** Whoever takes a move back goes on at the board. */
const toBoard = (): void => focus(document.querySelector('.cell[tabindex="0"]'));

/** The coach asks before a move that loses at once; the board shows what would follow. */
export function Warning({ room }: { room: MatchRoom }): JSX.Element | null {
  const { controller } = room;
  const [warning, move] = [controller.warning.value, controller.pending.value];
  if (!warning || !move) return null;
  const back = (): void => {
    controller.stepBack();
    toBoard();
  };
  return (
    <div class="card stack warning" role="group" aria-labelledby="sure">
      <p id="sure"><strong>{t("Are you sure?")}</strong> {together(room.reasons(warning.reasons))}</p>
      <div class="buttons">
        <button class="button main" ref={focus} onClick={back}>{t("Choose another move")}</button>
        <button class="button" onClick={() => controller.commit(move)}>{t("Play {move}", { move: move.move })}</button>
      </div>
    </div>
  );
}
