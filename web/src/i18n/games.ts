/** The three games by name, and the words the app has for them. */
import { t } from "./translate";

export const GAMES = ["quantik", "qawale", "qomet"] as const;
export type Game = (typeof GAMES)[number];
export type Seat = 1 | 2;

export const TITLES: Record<Game, string> = { quantik: "Quantik", qawale: "Qawale", qomet: "Qomet" };
/** The boards before the first move. */
export const STARTS: Record<Game, string> = {
  quantik: "..../..../..../....",
  qawale: "00,x2,00/x4/x4/00,x2,00 1",
  qomet: ".../.../.../......./.../.../... 1 -",
};
export const isGame = (text: string | undefined): text is Game => GAMES.includes(text as Game);
export const otherSeat = (seat: Seat): Seat => (seat === 1 ? 2 : 1);

export function goalOf(game: Game): string {
  if (game === "quantik") return t("Complete a row, column or region with four different shapes.");
  if (game === "qawale") return t("Sow the stacks until four of your pebbles form a line.");
  return t("Put four stars on the corners of a square, and push what is in your way.");
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
