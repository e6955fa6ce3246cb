/** The start: the three games as living boards, and what can be done with each. */
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useMemo } from "preact/hooks";
import { myMatches, type Summary } from "../net/api";
import { Picture } from "../board/Board";
import { parseScene } from "../board/scene";
import { DailyPuzzles } from "./daily";
import type { Frame } from "./demo";
import { GAMES, goalOf, STARTS, TITLES, type Game } from "../i18n/games";
import { t } from "../i18n/translate";
import { isYourTurn, MatchRow, mostUrgentFirst } from "../games/row";
import { LateFace } from "../opponents/late-face";
import { suggested } from "../opponents/opponents";
import { isNewcomer, progress } from "../ui/progress";
import { lessMotion } from "../settings/settings";
import { noteGames } from "../ui/turns";
import "./home.css";

/** A board on which a short game is shown again and again; where motion is not wished, its end. */
function Living({ game }: { game: Game }): JSX.Element {
  const shown = useSignal<Frame>(useMemo(() => ({ scene: parseScene(game, STARTS[game]), wait: 900 }), []));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let gone = false;
    void import("./demo").then(({ film }) => {
      const frames = film(game);
      let at = 0;
      const turn = (): void => {
        if (!document.hidden) at = (at + 1) % frames.length;
        shown.value = frames[at]!;
        timer = setTimeout(turn, shown.value.wait);
      };
      if (gone) return;
      if (lessMotion()) shown.value = frames.at(-1)!;
      else timer = setTimeout(turn, 600 + 500 * GAMES.indexOf(game));
    }, () => undefined);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, []);
  const { scene, won = [] } = shown.value;
  const marks = Object.fromEntries(won.map((square) => [square, { win: true }]));
  return <Picture game={game} scene={scene} marks={marks} label={t("A game of {game} being played", { game: TITLES[game] })} />;
}

function GameCard({ game }: { game: Game }): JSX.Element {
  const title = TITLES[game];
  return (
    <section class="card game-card" aria-labelledby={`title-${game}`}>
      <div class="frame"><Living game={game} /></div>
      <h2 id={`title-${game}`}>{title}</h2>
      <p>{goalOf(game)}</p>
      <div class="buttons">
        <a class="button main" href={`/play/${game}`}><LateFace level={suggested(game)} />{t("Play {game}", { game: title })}</a>
        <a class="button" href={`/learn/${game}`} aria-label={t("Learn {game}", { game: title })}>{t("Learn")}</a>
        <a class="button" href={`/puzzles/${game}`} aria-label={t("{game} puzzles", { game: title })}>{t("Puzzles")}</a>
        <a class="button" href={`/analyse/${game}`} aria-label={t("Analyse {game}", { game: title })}>{t("Analyse")}</a>
      </div>
    </section>
  );
}

/** Every game in which it is one's turn, the most urgent first. */
function Unfinished(): JSX.Element | null {
  const found = useSignal<Summary[]>([]);
  useLayoutEffect(() => {
    myMatches((all) => {
      found.value = mostUrgentFirst(all.filter(isYourTurn));
      noteGames(all);
    }).catch(() => undefined);
  }, []);
  if (!found.value.length) return null;
  return (
    <section class="continue" aria-labelledby="continue">
      <h2 id="continue">{t("Continue playing")}</h2>
      <ul class="list">{found.value.map((match) => <MatchRow match={match} brief key={match.id} />)}</ul>
    </section>
  );
}

export function Home(): JSX.Element {
  const newcomer = isNewcomer(progress.value);
  return (
    <>
      <div class="hero">
        <h1>{t("Three games, one goal: four")}</h1>
        <p>{t("Learn them in minutes, play the computer or a friend, and see what every move is worth.")}</p>
      </div>
      <Unfinished />
      {!newcomer && <DailyPuzzles />}
      <div class="games">{GAMES.map((game) => <GameCard game={game} key={game} />)}</div>
      {newcomer && <DailyPuzzles />}
    </>
  );
}
