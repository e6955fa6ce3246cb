/** What puzzles are about, in words; the server reads it off their answers. */
import { t, tn } from "../i18n/translate";

export function themeName(theme: string): string {
  const names: Record<string, () => string> = {
    // Translators: themes of puzzles, in a list to choose from
    defence: () => t("Defence"),
    mistake: () => t("Punish a mistake"),
    region: () => t("Win with a region"),
    "nothing-left": () => t("Leave your opponent no move"),
    diagonal: () => t("Win on a diagonal"),
    "tall-stack": () => t("Tall stacks"),
    loop: () => t("Round in a loop"),
    push: () => t("Push the opponent"),
    "push-own": () => t("Push your own star"),
    off: () => t("Off the board"),
    "large-square": () => t("Large squares"),
  };
  const length = /^win-(\d)$/.exec(theme);
  return length ? tn("Win in {n} move", "Win in {n} moves", Number(length[1])) : (names[theme]?.() ?? theme);
}
