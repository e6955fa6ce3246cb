/** The course of a game together with its words: whoever shows a lesson shows it in the chosen language. */
import type { Game } from "../i18n/games";
import { fetchWords } from "../i18n/translate";
import type { Lesson } from "./lessons/lesson";

const COURSES: Record<Game, () => Promise<{ lessons: () => Lesson[] }>> = {
  quantik: () => import("./lessons/quantik"),
  qawale: () => import("./lessons/qawale"),
  qomet: () => import("./lessons/qomet"),
};

export async function fetchLessons(game: Game): Promise<() => Lesson[]> {
  const [{ lessons }] = await Promise.all([COURSES[game](), fetchWords(game)]);
  return lessons;
}
