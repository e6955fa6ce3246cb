/** What a puzzle asks for, in words. */
import { sideName, type Seat } from "../i18n/games";
import { t, tn, together } from "../i18n/translate";

interface Asked {
  kind: string;
  plies?: number | null;
}

export function taskOf({ kind, plies }: Asked, seat: Seat): string {
  const side = sideName(seat);
  if (kind === "only") return t("{side} to move: find the only move that does not lose.", { side });
  const task = tn("{side} to move: win in {n} move.", "{side} to move: win in {n} moves.", ((plies ?? 1) + 1) / 2, { side });
  return kind === "refute" ? together([t("The last move was a mistake."), task]) : task;
}

export const stars = (difficulty: number): string => "★".repeat(difficulty) + "☆".repeat(5 - difficulty);
