/** Which puzzle comes next: what was wished for, rather new, and neither too easy nor too hard. */
import * as api from "../net/api";
import type { Game } from "../i18n/games";
import { failedOf, fittingDifficulty, progress, rated, solvedOf } from "../ui/progress";

export type Listed = Awaited<ReturnType<typeof api.puzzleList>>[number];
/** So many of the first puzzles are won in one move. */
const WARM_UPS = 3;

const lists = new Map<Game, Promise<Listed[]>>();

/** All puzzles of a game, asked for once. */
export function listOf(game: Game): Promise<Listed[]> {
  const known = lists.get(game) ?? api.puzzleList(game);
  lists.set(game, known);
  known.catch(() => lists.delete(game));
  return known;
}

export const anyOf = <T>(list: readonly T[]): T | undefined => list[Math.floor(Math.random() * list.length)];

/** What fits somebody who wishes nothing: first wins in one move, then what is about as strong. */
function fitting(game: Game, list: readonly Listed[]): Listed[] {
  const { rating, counted } = rated(progress.value.games[game]);
  if (counted < WARM_UPS) return list.filter(({ themes }) => themes.includes("win-1"));
  const wanted = fittingDifficulty(rating);
  return list.filter(({ difficulty, themes }) => difficulty === wanted && !themes.includes("win-1"));
}

/** Another puzzle than the one shown, of the wished kind, rather one that is not solved yet. */
export async function another(game: Game, now: string | undefined, wish: URLSearchParams): Promise<string | undefined> {
  const track = progress.value.games[game];
  const [difficulty, theme] = [wish.get("difficulty"), wish.get("theme")];
  const failed = failedOf(track);
  if (wish.has("failed")) return failed.find((id) => id !== now) ?? failed[0];
  const all = (await listOf(game)).filter((each) => each.id !== now
    && (!difficulty || difficulty === String(each.difficulty)) && (!theme || each.themes.includes(theme)));
  const suited = difficulty || theme ? all : fitting(game, all);
  const solved = solvedOf(track);
  const open = suited.filter(({ id }) => !solved.has(id) && !failed.includes(id));
  const unsolved = open.length ? open : suited.filter(({ id }) => !solved.has(id));
  return anyOf(unsolved.length ? unsolved : all)?.id;
}
