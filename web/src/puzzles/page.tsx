/** Puzzles with one right idea each; every move you try is answered on the board. */
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import * as api from "../net/api";
import type { PageProps } from "../app";
import { say, tell } from "../ui/announce";
import { sentence } from "../net/failures";
import { PlayArea } from "../board/play-area";
import { TITLES, type Game } from "../i18n/games";
import { t } from "../i18n/translate";
import { attempted, failedOf, now, progress, rated, solvedToday, today } from "../ui/progress";
import { Result } from "../ui/result";
import { query, setQuery, toTop } from "../ui/router";
import { another } from "./choose";
import { PuzzleRoom } from "./room";
import { TimedRun } from "./run";
import { Shelf } from "./shelf";
import { stars, taskOf } from "./task";
import { themeName } from "./themes";
import "./puzzles.css";

type Answer = Awaited<ReturnType<typeof api.puzzle>>;

const attempt = (done: Promise<unknown>): void => void done.catch((failure: unknown) => tell(sentence(failure), "error"));

function Controls({ room, next }: { room: PuzzleRoom; next: () => void }): JSX.Element {
  const state = room.state.value;
  return (
    <div class="buttons">
      {state === "solved" && <button class="button main" onClick={next}>{t("Next puzzle")}</button>}
      {state === "refuted" && <button class="button main" onClick={() => attempt(room.tryAgain())}>{t("Try again")}</button>}
      {state !== "solved" && <button class="button" onClick={() => attempt(room.reveal())}>{t("Show a good move")}</button>}
      <button class="button" onClick={() => attempt(room.open())}>{t("From the beginning")}</button>
      {state !== "solved" && <button class="button quiet" onClick={next}>{t("Another puzzle")}</button>}
      <a class="button quiet" href={`/analyse/${room.game}?position=${encodeURIComponent(room.puzzle.position.replaceAll(" ", "_"))}`}>{t("Analyse")}</a>
    </div>
  );
}

/** What was gained or lost, and what it was about: themes would give the answer away before. */
function Afterwards({ game, puzzle, before }: { game: Game; puzzle: api.Puzzle; before: number }): JSX.Element {
  const { rating } = rated(progress.value.games[game]);
  const change = rating - before;
  return (
    <p class="afterwards">
      {change !== 0 && <span class={change > 0 ? "gain" : "drop"}>{t("Rating {rating} ({change})", { rating, change: `${change > 0 ? "+" : "−"}${Math.abs(change)}` })}</span>}
      {puzzle.themes.map((theme) => <a class="chip" href={`/puzzles/${game}?theme=${theme}`}>{themeName(theme)}</a>)}
    </p>
  );
}

interface ViewProps {
  game: Game;
  answer: Answer;
  /** Whether the page was here before the puzzle, so that its task has to be said. */
  aloud: boolean;
  next: () => void;
}

function PuzzleView({ game, answer, aloud, next }: ViewProps): JSX.Element {
  const { puzzle } = answer;
  const { id, difficulty } = puzzle;
  const daily = useMemo(() => query.value.has("daily"), [id]);
  const before = useMemo(() => rated(progress.value.games[game]).rating, [id]);
  const known = useMemo(() => progress.value.games[game].attempts.some(({ puzzle: other, right }) => other === id && right), [id]);
  const room = useMemo(() => new PuzzleRoom(game, puzzle, {
    judged: (right) => attempted(game, { puzzle: id, difficulty, right, at: now() }),
    solved: () => daily && solvedToday(today()),
  }), [id]);
  useLayoutEffect(() => attempt(room.open().then(() => aloud && say(taskOf(puzzle, room.side.value)))), [room]);
  const solved = room.state.value === "solved";
  return (
    <div class="room text-first">
      <PlayArea controller={room.controller} near={room.side.value} />
      <div class="stack panel">
        <p class="status">{taskOf(puzzle, room.side.value)}</p>
        <p class="soft small">
          <span role="img" aria-label={t("Difficulty {level}", { level: difficulty })}>{stars(difficulty)}</span>
          {known && <> · ✓ {t("solved before")}</>}
        </p>
      </div>
      <Result words={room.words.value} class={solved ? "status over" : room.state.value === "refuted" ? "card missed" : "card"}>
        {solved && <Afterwards game={game} puzzle={puzzle} before={before} />}
        <Controls room={room} next={next} />
      </Result>
    </div>
  );
}

/** What the server can answer without knowing what was solved before; nothing if it has to be chosen here. */
function wishOf(game: Game): string | undefined {
  const { value } = query;
  if (value.get("id")) return `?id=${encodeURIComponent(value.get("id")!)}`;
  if (value.has("theme") || value.has("failed")) return undefined;
  if (value.get("difficulty")) return `?difficulty=${encodeURIComponent(value.get("difficulty")!)}`;
  if (value.has("daily")) return "?daily=1";
  return progress.value.games[game].attempts.length ? undefined : "";
}

function whyMissing(failure: unknown): string | undefined {
  if (!(failure instanceof api.Refused) || failure.status !== 404) return undefined;
  return failure.code === "no-puzzles" ? t("There are no puzzles for this game here yet.") : t("The address may be mistyped, or the page has moved.");
}

export function Puzzles({ game }: PageProps): JSX.Element {
  const answer = useSignal<Answer | null>(null);
  const missing = useSignal("");
  const moved = useRef(false);
  const run = query.value.has("run");
  const choose = (now?: string): void => attempt(another(game, now, query.value).then((id) => {
    if (id) return setQuery({ id, daily: null });
    answer.value = null;
    missing.value = query.value.has("failed") ? t("You have no missed puzzles left. Well done!") : t("There is no such puzzle.");
  }));
  const load = (): void => {
    missing.value = "";
    const wish = wishOf(game);
    if (run) return;
    if (wish === undefined) return choose();
    api.puzzle(game, wish).then((found) => (answer.value = found), (failure: unknown) => {
      missing.value = whyMissing(failure) ?? "";
      if (!missing.value) tell(sentence(failure), "error");
    });
  };
  useLayoutEffect(load, [game, query.value.toString()]);
  const next = (): void => {
    moved.current = true;
    toTop();
    choose(answer.value?.puzzle.id);
  };
  return (
    <>
      <h1>{t("{game} puzzles", { game: TITLES[game] })}</h1>
      {missing.value && <p class="card">{missing.value}</p>}
      {!answer.value && !missing.value && !run && <p class="soft loading">{t("Loading …")}</p>}
      {run && <TimedRun game={game} />}
      {answer.value && !run && <PuzzleView key={answer.value.puzzle.id} game={game} answer={answer.value} aloud={moved.current} next={next} />}
      <Shelf game={game} failed={failedOf(progress.value.games[game]).length} />
    </>
  );
}
