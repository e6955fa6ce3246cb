/** Where a course stands: all lessons by their titles, and what comes when they are done. */
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { TITLES, type Game } from "../i18n/games";
import { t } from "../i18n/translate";
import { click } from "../sound/sound";
import type { Lesson } from "./lessons/lesson";

interface ListProps {
  game: Game;
  all: readonly Lesson[];
  at: number;
  done: readonly string[];
}

function Titles({ game, all, at, done, from }: ListProps & { from: number }): JSX.Element {
  return (
    <ol class="lessons" start={from + 1}>
      {all.map(({ name, title }, i) => {
        const [n, passed] = [from + i + 1, done.includes(name)];
        return (
          <li key={name}>
            <a href={`/learn/${game}?lesson=${n}`} aria-current={from + i === at ? "step" : undefined}>
              <span class={passed ? "mark passed" : "mark"} aria-hidden="true">{passed ? "✓" : n}</span>
              <span aria-hidden="true">{title}</span>
              <span class="visually-hidden">{passed ? t("Lesson {n}: {title}, done", { n, title }) : t("Lesson {n}: {title}", { n, title })}</span>
            </a>
          </li>
        );
      })}
    </ol>
  );
}

export function Contents({ game, all, at, done }: ListProps): JSX.Element {
  const rules = all.filter(({ strategy }) => !strategy);
  const further = all.filter(({ strategy }) => strategy);
  return (
    <nav class="contents" aria-label={t("Lessons")}>
      <section>
        <h2>{t("The rules")}</h2>
        <Titles game={game} all={rules} at={at} done={done} from={0} />
      </section>
      <section>
        <h2>{t("Strategy")}</h2>
        <p class="small soft">{t("Everything said here is proven: it follows from the solved game.")}</p>
        <Titles game={game} all={further} at={at} done={done} from={rules.length} />
        <a class="button" href={`/openings/${game}`}>{t("Explore the openings")}</a>
      </section>
    </nav>
  );
}

/** The end of a part of the course: a moment, and ways on. */
export function Finish({ game, strategy, onward }: { game: Game; strategy?: true; onward?: () => void }): JSX.Element {
  useEffect(() => click("win"), []);
  const title = TITLES[game];
  return (
    <section class="finished card stack">
      <svg class="medal" viewBox="-50 -50 100 100" width="5rem" height="5rem" aria-hidden="true">
        <path d="M-22 10 L-34 46 L-12 36 L0 48 L12 36 L34 46 L22 10 Z" />
        <circle r="32" />
        <path class="tick" d="M-14 0 L-4 11 L15 -11" />
      </svg>
      <h2>{strategy ? t("You know how {game} is won!", { game: title }) : t("You know the rules of {game}!", { game: title })}</h2>
      <div class="buttons">
        <a class="button main" href={`/play/${game}`}>{t("Play {game}", { game: title })}</a>
        {onward && <button class="button" onClick={onward}>{t("On to the strategy")}</button>}
        <a class="button" href={`/puzzles/${game}`}>{t("{game} puzzles", { game: title })}</a>
        {strategy && <a class="button" href={`/openings/${game}`}>{t("Explore the openings")}</a>}
      </div>
    </section>
  );
}
