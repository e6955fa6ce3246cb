/** A game as a short course, first its rules, then its strategy: every lesson is something to try on the board. */
import { signal, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useLayoutEffect, useMemo } from "preact/hooks";
import type { PageProps } from "../app";
import { hush, say, tell } from "../ui/announce";
import { sentence } from "../net/failures";
import { PlayArea } from "../board/play-area";
import { sideToMove } from "../board/scene";
import { TITLES, type Game } from "../i18n/games";
import { inEnglish, language, t } from "../i18n/translate";
import { labelled } from "../i18n/words";
import { learnt, progress } from "../ui/progress";
import { Result } from "../ui/result";
import { query, setQuery, toTop } from "../ui/router";
import { readList } from "../ui/storage";
import { Classroom, type Judged } from "./classroom";
import { Contents, Finish } from "./contents";
import { fetchLessons } from "./course";
import type { Lesson } from "./lessons/lesson";
import "./learn.css";

/** Marks a text that has no translation as what it is. */
const IN_ENGLISH = { lang: "en", dir: "ltr" } as const;

interface LessonProps {
  game: Game;
  lesson: Lesson;
  place: string;
  tongue: Partial<typeof IN_ENGLISH>;
  onDone: () => void;
  next: JSX.Element;
}

const lookOf = (judged: Judged | null): string => (judged?.good ? "status over" : judged?.refuted ? "card missed" : "status");

function LessonView({ game, lesson, place, tongue, onDone, next }: LessonProps): JSX.Element {
  const judged = useSignal<Judged | null>(null);
  const room = useMemo(() => new Classroom(lesson, game, (result) => {
    judged.value = result;
    hush();
    say(result.words);
    if (result.good) onDone();
  }), [lesson.position, lesson.title]);
  const restart = (): void => {
    judged.value = null;
    room.open().catch((failure: unknown) => tell(sentence(failure), "error"));
  };
  useLayoutEffect(restart, [room]);
  const { value } = judged;
  return (
    <div class="room text-first">
      <PlayArea controller={room.controller} near={sideToMove(game, lesson.position)} label={lesson.title} />
      <div class="stack panel">
        <p class="soft small place">{place}</p>
        <div class="stack" {...tongue}>
          <h2>{lesson.title}</h2>
          <p>{lesson.text}</p>
          <p class="task"><strong>{lesson.task}</strong></p>
        </div>
      </div>
      <Result words={value?.words ?? ""} class={lookOf(value)} tongue={value?.good ? tongue : {}}>
        {value?.good && next}
        <div class="buttons">
          <button class={value?.refuted ? "button main" : "button"} onClick={restart}>{value?.refuted ? t("Try again") : t("Start this lesson again")}</button>
        </div>
      </Result>
    </div>
  );
}

/** Says so where a lesson is not yet translated. */
function Untranslated(): JSX.Element {
  return <p class="card small">{t("This lesson is not translated into your language yet, so it is shown in English.")}</p>;
}

const courses = signal<Partial<Record<Game, () => Lesson[]>>>({});

/** Lessons that were done before they had names are remembered by their number. */
function nameOld(game: Game, all: readonly Lesson[]): void {
  if (progress.value.games[game].lessons.length) return;
  readList(`learned.${game}`).forEach((number) => all[Number(number)] && learnt(game, all[Number(number)]!.name));
}

/** The page, as soon as the lessons it shows are there. */
export async function fetchCourse(game: Game): Promise<typeof Learn> {
  const lessons = await fetchLessons(game);
  nameOld(game, lessons());
  if (!courses.value[game]) courses.value = { ...courses.value, [game]: lessons };
  return Learn;
}

/** The lesson that the address names or numbers, or the first that is not done yet. */
function wanted(all: readonly Lesson[], done: readonly string[]): number {
  const asked = query.value.get("lesson");
  const named = all.findIndex(({ name }) => name === asked);
  if (named >= 0) return named;
  const number = Number(asked);
  if (number) return Math.min(Math.max(1, number), all.length) - 1;
  return Math.max(0, all.findIndex(({ name }) => !done.includes(name)));
}

export function Learn({ game }: PageProps): JSX.Element {
  const course = courses.value[game];
  const done = progress.value.games[game].lessons;
  const all = course?.() ?? [];
  const at = useMemo(() => wanted(all, done), [query.value.toString(), course]);
  const lesson = all[at];
  if (!course || !lesson) return <p class="soft loading">{t("Loading …")}</p>;
  const foreign = language.value !== "en" && lesson.text === inEnglish(course)[at]!.text;
  const following = all[at + 1];
  const goOn = (): void => {
    setQuery({ lesson: String(at + 2) });
    toTop();
    say(labelled(following!.title, following!.task));
  };
  const ends = !following || Boolean(lesson.strategy) !== Boolean(following.strategy);
  const next = ends
    ? <Finish game={game} strategy={lesson.strategy} onward={following && goOn} />
    : <div class="buttons"><button class="button main" onClick={goOn}>{t("Next lesson")}</button></div>;
  return (
    <>
      <h1>{t("Learn {game}", { game: TITLES[game] })}</h1>
      {foreign && <Untranslated />}
      <LessonView key={`${at}`} game={game} lesson={lesson} place={t("Lesson {n} of {total}", { n: at + 1, total: all.length })}
        tongue={foreign ? IN_ENGLISH : {}} onDone={() => learnt(game, lesson.name)} next={next} />
      <Contents game={game} all={all} at={at} done={done} />
    </>
  );
}
