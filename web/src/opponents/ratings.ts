/** How strong the opponents are, in the numbers in which people are rated: an estimate for each game. */
import table from "../../../src/tetrad/data/house.csv?raw";
import type { Game } from "../i18n/games";

/** One line of the table is `game,level,rating,deviation`. */
export const ratingOf = (game: Game, level: number): number =>
  Number(new RegExp(`^${game},${level},(\\d+)`, "m").exec(table)![1]);
