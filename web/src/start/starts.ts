import type { MatchState } from "../net/api";
import { sideToMove } from "../board/scene";
import type { Seat } from "../i18n/games";
import { t } from "../i18n/translate";

/** Who starts in a game between friends: both read the same, each from their own side. */
export function whoStarts({ game, start }: Pick<MatchState, "game" | "start">, seat: Seat): string {
  const first = sideToMove(game, start) === seat;
  if (seat === 1) return first ? t("You play light and start.") : t("You play light; your friend starts.");
  return first ? t("You play dark and start.") : t("You play dark; your friend starts.");
}
