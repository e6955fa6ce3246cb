/**
 * How the opponents play, in a sentence. What is said of them follows from what their level does
 * (`bots/personality.py`), and a test holds it to that; whoever plays one game in another manner has
 * a sentence for that game.
 */
import type { Game } from "../i18n/games";
import { t } from "../i18n/translate";

interface Style {
  style: () => string;
  /** What is said instead where they play otherwise. */
  in?: Partial<Record<Game, () => string>>;
}

/** From level 1 up. */
const STYLES: readonly Style[] = [
  { style: () => t("Plays whatever comes to mind: just right for a first game.") },
  { style: () => t("Enjoys the pieces more than the plan, and overlooks a lot.") },
  { style: () => t("Wants to win, and now and then overlooks how.") },
  { style: () => t("Never misses a win in one move, and hopes that you do.") },
  {
    style: () => t("Sees what you threaten, except when daydreaming."),
    in: { quantik: () => t("Sees what you threaten, but seldom what you prepare.") },
  },
  {
    style: () => t("Makes fewer mistakes than most, and waits for yours."),
    in: { qawale: () => t("Likes to set traps, and sometimes walks into yours.") },
  },
  {
    style: () => t("Looks ahead with care; one slip of yours can be enough."),
    in: { qawale: () => t("Has a trap for everyone, and a few absent-minded moments.") },
  },
  {
    style: () => t("Sees two moves ahead and rarely gives anything away."),
    in: { qawale: () => t("Rarely overlooks a threat, and always has a trap ready.") },
  },
  { style: () => t("Gives almost nothing away; to win, look further ahead.") },
  {
    style: () => t("Plays what is proven best and, where all is equal, sets traps."),
    in: {
      quantik: () => t("Knows what every position is worth, and waits for the one move that spoils yours."),
      qawale: () => t("Never loses: a draw against Juno is something to be proud of."),
      qomet: () => t("Knows the way to win from the first move on; better start yourself."),
    },
  },
];

/** How they play a game, in one sentence. */
export function styleOf(game: Game, level: number): string {
  const { style, in: here } = STYLES[level - 1]!;
  return (here?.[game] ?? style)();
}
