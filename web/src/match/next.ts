import type { Controller } from "../board/controller";
import { t } from "../i18n/translate";

/** What to do next, in words; it follows from what can be pressed. */
export function nextStep({ data, walk, pending }: Controller): string {
  if (pending.value) return t("Confirm the move, or cancel it.");
  const { place = {}, move = {}, sow } = data.value!.choices;
  const begun = walk.value.length > 0;
  if (sow) return begun ? t("Choose where the next pebble drops.") : t("Choose a stack to sow; your pebble goes on top.");
  if (begun) return t("Now choose where it goes.");
  const moves = Object.keys(move).length > 0;
  if (!place.star?.length) return moves ? t("Move a star.") : t("Choose a piece, then a space.");
  return moves ? t("Place a star, or move one.") : t("Place a star.");
}
