/** How ratings and kinds of clocks are called. */
import type { Rated } from "./api";
import { number, t } from "../i18n/translate";

export const KINDS = ["fast", "slow", "days"] as const;
export type Kind = (typeof KINDS)[number];

export function kindName(kind: string): string {
  // Translators: kinds of games by their clock: a few minutes, longer, or days for each move
  return ({ fast: t("Fast games"), slow: t("Slow games"), days: t("Days for each move") } as Record<string, string>)[kind] ?? kind;
}

/** Uncertain ratings have a question mark. */
export const ratingText = ({ rating, provisional }: Pick<Rated, "rating" | "provisional">): string => `${number(rating)}${provisional ? "?" : ""}`;
