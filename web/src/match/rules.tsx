/** The rules of a game on one card: what its first lessons say, and how it can end besides. */
import type { JSX } from "preact";
import { goalOf, TITLES, type Game } from "../i18n/games";
import { t } from "../i18n/translate";
import { fetchLessons } from "../learn/course";
import type { Lesson } from "../learn/lessons/lesson";
import { Sheet, showSheet } from "../ui/sheet";

function ending(game: Game): string {
  if (game === "qawale") return t("If only the opponent has a line after your turn, the opponent wins. When all pebbles are played and nobody has a line, the game is a draw.");
  return game === "qomet" ? t("If your turn makes a square for the opponent, the opponent wins.") : "";
}

function Rules({ game, lessons }: { game: Game; lessons: () => Lesson[] }): JSX.Element {
  return (
    <Sheet title={t("The rules of {game}", { game: TITLES[game] })}>
      <p>{goalOf(game)}</p>
      {lessons().filter(({ rule }) => rule).map(({ title, text }) => (
        <>
          <h3>{title}</h3>
          <p>{text}</p>
        </>
      ))}
      {ending(game) && <p class="last">{ending(game)}</p>}
    </Sheet>
  );
}

export const showRules = async (game: Game): Promise<void> => {
  const lessons = await fetchLessons(game);
  showSheet(<Rules game={game} lessons={lessons} />);
};
