/** What is said about moves in a review. */
import type { GameSummary, JudgedMove, Told } from "../net/api";
import { t, together } from "../i18n/translate";
import { because, type Names } from "../i18n/words";

export function gradeName(grade: JudgedMove["grade"]): string {
  if (grade === "blunder") return t("blunder");
  if (grade === "mistake") return t("mistake");
  return grade === "inaccuracy" ? t("inaccuracy") : "";
}

export const sentences = (told: readonly Told[], names: Names): string => together(told.map((reason) => because(reason, names)));

/** Which puzzles are about the same thing as a mistake. */
export function themeOf({ reasons, best_value, best_distance }: JudgedMove): string {
  const codes = new Set(reasons.map(({ code }) => code));
  if (codes.has("misses")) return "win-1";
  if (best_value === "win" && best_distance !== null && best_distance <= 7) return `win-${(best_distance + 1) / 2}`;
  return ["allows", "allows-shape", "allows-stuck", "overlooks", "gives"].some((code) => codes.has(code)) ? "defence" : "mistake";
}

/** Whether the most resistance was given up in the turning point itself. */
export const lastedThere = ({ lasted, turning }: GameSummary): boolean => lasted !== null && lasted.ply === turning;
