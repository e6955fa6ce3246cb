/** The puzzles of today, one for each game, and how many days in a row one has solved one. */
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { dailyPuzzles, type Daily } from "../net/api";
import { Picture } from "../board/Board";
import { parseScene, sideToMove } from "../board/scene";
import { TITLES } from "../i18n/games";
import { t, tn } from "../i18n/translate";
import { stars, taskOf } from "../puzzles/task";
import { progress, solvedOf, streak } from "../ui/progress";
import "./daily.css";

function One({ puzzle }: { puzzle: Daily["puzzles"][number] }): JSX.Element {
  const { game, position, difficulty, id } = puzzle;
  const done = solvedOf(progress.value.games[game]).has(id);
  return (
    <li>
      <a href={`/puzzles/${game}?daily=1`}>
        <Picture game={game} scene={parseScene(game, position)} label={TITLES[game]} />
        <span class="words">
          <strong>{TITLES[game]}{done && <span class="tick"> ✓<span class="visually-hidden"> {t("solved")}</span></span>}</strong>
          <span class="small">{taskOf(puzzle, sideToMove(game, position))}</span>
          <span class="soft small" role="img" aria-label={t("Difficulty {level}", { level: difficulty })}>{stars(difficulty)}</span>
        </span>
      </a>
    </li>
  );
}

export function DailyPuzzles(): JSX.Element | null {
  const daily = useSignal<Daily | null>(null);
  useLayoutEffect(() => void dailyPuzzles().then((found) => (daily.value = found), () => undefined), []);
  if (!daily.value) return null;
  const days = streak(progress.value, daily.value.day);
  return (
    <section class="daily card" aria-labelledby="daily">
      <div class="daily-head">
        <h2 id="daily">{t("Puzzle of the day")}</h2>
        {days > 0 && <p class="streak">{tn("{n} day in a row", "{n} days in a row", days)}</p>}
      </div>
      <ul>{daily.value.puzzles.map((puzzle) => <One puzzle={puzzle} key={puzzle.id} />)}</ul>
    </section>
  );
}
