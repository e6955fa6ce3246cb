/** The start: the three games as living boards, and what can be done with each. */
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useMemo } from "preact/hooks";
import { myMatches, type Summary } from "../net/api";
import { Picture } from "../board/Board";
import { apply, parseScene, stages, type Scene } from "../board/scene";
import { DailyPuzzles } from "./daily";
import { DEMOS } from "./demo";
import { GAMES, goalOf, TITLES, type Game } from "../i18n/games";
import { t } from "../i18n/translate";
import { isYourTurn, MatchRow } from "../match/row";
import { LateFace } from "../opponents/late-face";
import { suggested } from "../opponents/opponents";
import { isNewcomer, progress } from "../ui/progress";
import { lessMotion } from "../settings/settings";
import "./home.css";

interface Frame {
  scene: Scene;
  wait: number;
  over?: boolean;
}

/** Everything the demonstration shows, one scene after the other. */
function film(game: Game): Frame[] {
  const { start, turns } = DEMOS[game];
  let scene = parseScene(game, start);
  const frames: Frame[] = [{ scene, wait: 900 }];
  for (const steps of turns) {
    const shown = stages(scene, steps);
    shown.forEach((stage, i) => frames.push({ scene: stage, wait: i === shown.length - 1 ? 1100 : 260 }));
    scene = apply(scene, steps);
  }
  frames.push({ scene, wait: 3500, over: true });
  return frames;
}

function Living({ game }: { game: Game }): JSX.Element {
  const start = (): Frame => (lessMotion() ? film(game).at(-1)! : { scene: parseScene(game, DEMOS[game].start), wait: 900 });
  const shown = useSignal(useMemo(start, []));
  useEffect(() => {
    if (lessMotion()) return;
    let timer: ReturnType<typeof setTimeout>;
    let frames: Frame[] = [];
    let at = 0;
    const turn = (): void => {
      if (!frames.length) frames = film(game);
      if (!document.hidden) at = (at + 1) % frames.length;
      shown.value = frames[at]!;
      timer = setTimeout(turn, shown.value.wait);
    };
    timer = setTimeout(turn, 600 + 500 * GAMES.indexOf(game));
    return () => clearTimeout(timer);
  }, []);
  const frame = shown.value;
  const marks = frame.over ? Object.fromEntries(DEMOS[game].squares.map((square) => [square, { win: true }])) : {};
  return <Picture game={game} scene={frame.scene} marks={marks} label={t("A game of {game} being played", { game: TITLES[game] })} />;
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

/** Every game in which it is one's turn. */
function Unfinished(): JSX.Element | null {
  const found = useSignal<Summary[]>([]);
  useLayoutEffect(() => {
    myMatches((all) => (found.value = all.filter(isYourTurn))).catch(() => undefined);
  }, []);
  if (!found.value.length) return null;
  return (
    <section class="continue" aria-labelledby="continue">
      <h2 id="continue">{t("Go on playing")}</h2>
      <ul class="list">{found.value.map((match) => <MatchRow match={match} brief key={match.id} />)}</ul>
    </section>
  );
}

export function Home(): JSX.Element {
  const newcomer = isNewcomer(progress.value);
  return (
    <>
      <div class="hero">
        <h1>{t("Three games of four")}</h1>
        <p>{t("Learn them in minutes, play the computer or a friend, and see what every move is worth.")}</p>
      </div>
      <Unfinished />
      {!newcomer && <DailyPuzzles />}
      <div class="games">{GAMES.map((game) => <GameCard game={game} key={game} />)}</div>
      {newcomer && <DailyPuzzles />}
    </>
  );
}
