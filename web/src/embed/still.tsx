/** A position as it is drawn before anything is pressed: every space can be read, none can be played on. */
import type { JSX } from "preact";
import { Board } from "../board/Board";
import { Controller } from "../board/controller";
import { describe } from "../board/play-area";
import { TITLES } from "../i18n/games";
import { t } from "../i18n/translate";
import type { Wish } from "./wish";

export function StillBoard({ controller }: { controller: Controller }): JSX.Element {
  const { game } = controller;
  return (
    <Board game={game} scene={controller.scene.value} label={t("{game} board", { game: TITLES[game] })}
      describe={(square) => describe(controller, square)} marks={controller.marks.value} />
  );
}

/** A controller that shows a position, before anybody was asked about it. */
export function laid({ game, position }: Wish): Controller {
  const controller = new Controller(game, () => undefined);
  controller.lay(position);
  return controller;
}
