/** The three games by name, and the words the app has for them. */
import { t } from "./translate";

export const GAMES = ["quantik", "qawale", "qomet"] as const;
export type Game = (typeof GAMES)[number];
export type Seat = 1 | 2;

export const TITLES: Record<Game, string> = { quantik: "Quantik", qawale: "Qawale", qomet: "Qomet" };
export const isGame = (text: string | undefined): text is Game => GAMES.includes(text as Game);
export const otherSeat = (seat: Seat): Seat => (seat === 1 ? 2 : 1);

export function goalOf(game: Game): string {
  if (game === "quantik") return t("Four different shapes in a row, column or region.");
  if (game === "qawale") return t("Sow the stacks until four pebbles of yours stand in a line.");
  return t("Four stars on the corners of a square; push what stands in your way.");
}

export const sideName = (seat: Seat): string => (seat === 1 ? t("Light") : t("Dark"));

export function shapeName(shape: string): string {
  switch (shape.toUpperCase()) {
    case "A":
      return t("sphere");
    case "B":
      return t("cylinder");
    case "C":
      return t("cube");
    default:
      return t("cone");
  }
}
