/** Puzzles with one right idea each; the engine answers every move you try. */
import { useSignal, type Signal } from "@preact/signals";
import type { JSX } from "preact";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import * as api from "../net/api";
import type { PageProps } from "../app";
import { say, tell } from "../ui/announce";
import { sentence } from "../net/failures";
import { PlayArea } from "../board/play-area";
import { sideName, TITLES, type Game } from "../i18n/games";
import { number, t, tn } from "../i18n/translate";
import { PuzzleRoom } from "./room";
import { Result } from "../ui/result";
import { query, setQuery, toTop } from "../ui/router";
import { readList, writeList } from "../ui/storage";

type Answer = Awaited<ReturnType<typeof api.puzzle>>;
const LEVELS = [1, 2, 3, 4, 5];

function taskOf(room: PuzzleRoom): string {
  const side = sideName(room.side.value);
  const { kind, plies, mistake } = room.puzzle;
  if (kind === "only") return t("{side} to move: find the only move that does not lose.", { side });
  if (kind === "refute") return t("{side} to move: {move} was a mistake. Refute it.", { side, move: mistake ?? "" });
  if (!plies) return t("{side} to move: find the winning move.", { side });
  return tn("{side} to move: win in {n} move.", "{side} to move: win in {n} moves.", (plies + 1) / 2, { side });
}

const attempt = (done: Promise<unknown>): void => void done.catch((failure: unknown) => tell(sentence(failure), "error"));

function Controls({ room, next, solved }: { room: PuzzleRoom; next: () => void; solved: boolean }): JSX.Element {
  return (
    <div class="buttons">
      {room.state.value === "solved" && <button class="button main" onClick={next}>{t("Next puzzle")}</button>}
      {room.state.value !== "solved" && <button class="button" onClick={() => attempt(room.reveal())}>{t("Show a good move")}</button>}
      <button class="button" onClick={() => attempt(room.open())}>{t("From the beginning")}</button>
      {room.state.value !== "solved" && <button class="button quiet" onClick={next}>{t("Another puzzle")}</button>}
      <a class="button quiet" href={`/analyse/${room.game}?position=${encodeURIComponent(room.puzzle.position.replaceAll(" ", "_"))}`}>{t("Analyse")}</a>
      {solved && <span class="soft">✓ {t("solved before")}</span>}
    </div>
  );
}

interface ViewProps {
  game: Game;
  answer: Answer;
  done: Signal<string[]>;
  /** Whether the page was here before the puzzle, so that its task has to be said. */
  aloud: boolean;
  next: () => void;
}

function PuzzleView({ game, answer, done, aloud, next }: ViewProps): JSX.Element {
  const { puzzle } = answer;
  const room = useMemo(() => new PuzzleRoom(game, puzzle, () => {
    if (!done.value.includes(puzzle.id)) done.value = [...done.value, puzzle.id];
    writeList(`solved.${game}`, done.value);
  }), [puzzle.id]);
  const before = useMemo(() => done.value.includes(puzzle.id), [puzzle.id]);
  useLayoutEffect(() => attempt(room.open().then(() => aloud && say(taskOf(room)))), [room]);
  return (
    <div class="room text-first">
      <PlayArea controller={room.controller} near={room.side.value} />
      <div class="stack panel">
        <p class="status">{taskOf(room)}</p>
        <p class="soft small">{t("Puzzle {id}, difficulty {difficulty} of 5", { id: number(answer.number), difficulty: puzzle.difficulty })}</p>
      </div>
      <Result words={room.words.value} class={room.state.value === "solved" ? "status over" : "card"}>
        <Controls room={room} next={next} solved={before} />
      </Result>
    </div>
  );
}

function wishOf(): string {
  const { value } = query;
  if (value.get("id")) return `?id=${encodeURIComponent(value.get("id")!)}`;
  if (value.get("difficulty")) return `?difficulty=${encodeURIComponent(value.get("difficulty")!)}`;
  return value.has("daily") ? "?daily=1" : "";
}

/** Another puzzle of the chosen difficulty, rather one that is not solved yet. */
async function another(game: Game, now: string | undefined, solved: string[]): Promise<string | undefined> {
  const wanted = query.value.get("difficulty");
  const others = (await api.puzzleList(game)).filter(({ id, difficulty }) => id !== now && (!wanted || wanted === String(difficulty)));
  const open = others.filter(({ id }) => !solved.includes(id));
  const choice = open.length ? open : others;
  return choice[Math.floor(Math.random() * choice.length)]?.id;
}

function whyMissing(failure: unknown): string | undefined {
  if (!(failure instanceof api.Refused) || failure.status !== 404) return undefined;
  return failure.code === "no-puzzles" ? t("There are no puzzles for this game here yet.") : t("The address may be mistyped, or the page has moved.");
}

export function Puzzles({ game }: PageProps): JSX.Element {
  const answer = useSignal<Answer | null>(null);
  const missing = useSignal("");
  const done = useSignal(readList(`solved.${game}`));
  const moved = useRef(false);
  const load = (): void => {
    missing.value = "";
    api.puzzle(game, wishOf()).then((found) => (answer.value = found), (failure: unknown) => {
      missing.value = whyMissing(failure) ?? "";
      if (!missing.value) tell(sentence(failure), "error");
    });
  };
  useLayoutEffect(load, [game, query.value.toString()]);
  const next = (): void => {
    moved.current = true;
    toTop();
    attempt(another(game, answer.value?.puzzle.id, done.value).then((id) => id && setQuery({ id, daily: null })));
  };
  return (
    <>
      <h1>{t("{game} puzzles", { game: TITLES[game] })}</h1>
      <nav class="buttons shelf" aria-label={t("Which puzzles")}>
        <a class="button" href={`/puzzles/${game}?daily=1`} aria-current={query.value.has("daily") ? "page" : undefined}>{t("Puzzle of the day")}</a>
        {LEVELS.map((level) => (
          <a class="button" href={`/puzzles/${game}?difficulty=${level}`} aria-current={query.value.get("difficulty") === String(level) ? "page" : undefined} aria-label={t("Difficulty {level}", { level })}>{"★".repeat(level)}</a>
        ))}
        {answer.value && <span class="soft">{t("{solved} of {total} solved", { solved: number(done.value.length), total: number(answer.value.total) })}</span>}
      </nav>
      {missing.value && <p class="card">{missing.value}</p>}
      {!answer.value && !missing.value && <p class="soft loading">{t("Loading …")}</p>}
      {answer.value && <PuzzleView key={answer.value.puzzle.id} game={game} answer={answer.value} done={done} aloud={moved.current} next={next} />}
    </>
  );
}
