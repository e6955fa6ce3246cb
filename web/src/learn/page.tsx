/** The rules of a game as a short course: every lesson is something to try on the board. */
import { signal, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useLayoutEffect, useMemo } from "preact/hooks";
import * as api from "../net/api";
import type { PageProps } from "../app";
import { hush, say, tell } from "../ui/announce";
import { Controller } from "../board/controller";
import { sentence } from "../net/failures";
import { PlayArea } from "../board/play-area";
import type { Option } from "../board/walk";
import { TITLES, type Game } from "../i18n/games";
import { inEnglish, language, t } from "../i18n/translate";
import type { Lesson } from "./lessons/lesson";
import { Result } from "../ui/result";
import { query, setQuery, toTop } from "../ui/router";
import { readList, writeList } from "../ui/storage";
import "./learn.css";

const COURSES: Record<Game, () => Promise<{ lessons: () => Lesson[] }>> = {
  quantik: () => import("./lessons/quantik"),
  qawale: () => import("./lessons/qawale"),
  qomet: () => import("./lessons/qomet"),
};

interface Judged {
  good: boolean;
  words: string;
}

/** Whether a legal move is what the lesson asks for; the server judges wins and safety. */
async function judge(lesson: Lesson, move: string, after: api.BoardData): Promise<Judged> {
  const { goal } = lesson;
  const good = { good: true, words: lesson.done };
  if (goal === "any") return good;
  if (goal === "win") {
    const won = after.outcome !== null && after.outcome.winner !== null && after.outcome.winner !== after.turn;
    return won ? good : { good: false, words: t("Not yet: nobody wins by this. Try another move.") };
  }
  if (goal === "safe") return isSafe(after, good);
  const found = "moves" in goal && new RegExp(`^(?:${goal.moves})$`).test(move);
  return found ? good : { good: false, words: t("A legal move, but not the one this lesson is about. Try again.") };
}

async function isSafe(after: api.BoardData, good: Judged): Promise<Judged> {
  if (after.outcome) return { good: after.outcome.winner !== after.turn, words: t("That ends the game at once. Try another move.") };
  const reply = await api.analysis(after.game, after.position, 1);
  if (reply.value !== "win" || reply.distance !== 1) return good;
  return { good: false, words: t("The other side would answer {move} and win. Try another move.", { move: reply.moves[0]!.move }) };
}

class Classroom {
  readonly controller: Controller;
  constructor(
    readonly lesson: Lesson,
    game: Game,
    readonly on: (judged: Judged) => void,
  ) {
    this.controller = new Controller(game, (option) => void this.play(option), () => false);
    this.controller.onRefused = (presses) => this.tried(presses);
  }

  async open(): Promise<void> {
    this.controller.lay(this.lesson.position);
    await this.controller.show(await api.board(this.controller.game, this.lesson.position));
    this.controller.enabled.value = true;
  }

  private tried(presses: string[]): boolean {
    const { goal } = this.lesson;
    const wished = typeof goal === "object" && "try" in goal && goal.try.join() === presses.join();
    if (wished) this.on({ good: true, words: this.lesson.done });
    return wished;
  }

  private async play(option: Option): Promise<void> {
    this.controller.enabled.value = false;
    try {
      const after = await api.board(this.controller.game, this.lesson.position, option.move);
      await this.controller.show(after, option.steps);
      const judged = await judge(this.lesson, option.move, after);
      this.on(judged);
      if (!judged.good) {
        await new Promise((done) => setTimeout(done, 1400));
        await this.open();
      }
    } catch (failure) {
      tell(sentence(failure), "error");
      await this.open();
    }
  }
}

/** Marks a text that has no translation as what it is. */
const IN_ENGLISH = { lang: "en", dir: "ltr" } as const;

interface LessonProps {
  game: Game;
  lesson: Lesson;
  tongue: Partial<typeof IN_ENGLISH>;
  onDone: () => void;
  next: JSX.Element;
}

function LessonView({ game, lesson, tongue, onDone, next }: LessonProps): JSX.Element {
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
  return (
    <div class="room text-first">
      <PlayArea controller={room.controller} label={lesson.title} />
      <div class="stack panel" {...tongue}>
        <h2>{lesson.title}</h2>
        <p>{lesson.text}</p>
        <p class="task"><strong>{lesson.task}</strong></p>
      </div>
      <Result words={judged.value?.words ?? ""} class={judged.value?.good ? "status over" : "status"} tongue={judged.value?.good ? tongue : {}}>
        <div class="buttons">
          {judged.value?.good && next}
          <button class="button" onClick={restart}>{t("Start this lesson again")}</button>
        </div>
      </Result>
    </div>
  );
}

/** Says so where a lesson is not yet translated. */
function Untranslated(): JSX.Element {
  return <p class="card small">{t("This lesson is not translated into your language yet, so it is shown in English.")}</p>;
}

function Steps({ game, all, at, passed }: { game: Game; all: Lesson[]; at: number; passed: string[] }): JSX.Element {
  return (
    <nav aria-label={t("Lessons")}>
      <ol class="lessons">
        {all.map((lesson, i) => (
          <li>
            <a href={`/learn/${game}?lesson=${i + 1}`} aria-current={i === at ? "step" : undefined} title={lesson.title}
              aria-label={passed.includes(String(i)) ? t("Lesson {n}: {title}, done", { n: i + 1, title: lesson.title }) : t("Lesson {n}: {title}", { n: i + 1, title: lesson.title })}>
              {passed.includes(String(i)) ? "✓" : i + 1}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

const courses = signal<Partial<Record<Game, () => Lesson[]>>>({});

/** The page, as soon as the lessons it shows are there. */
export async function fetchCourse(game: Game): Promise<typeof Learn> {
  const { lessons } = await COURSES[game]();
  if (!courses.value[game]) courses.value = { ...courses.value, [game]: lessons };
  return Learn;
}

export function Learn({ game }: PageProps): JSX.Element {
  const passed = useSignal(readList(`learned.${game}`));
  const course = courses.value[game];
  if (!course) return <p class="soft loading">{t("Loading …")}</p>;
  const all = course();
  const at = Math.min(Math.max(1, Number(query.value.get("lesson")) || 1), all.length) - 1;
  const pass = (): void => {
    if (passed.value.includes(String(at))) return;
    passed.value = [...passed.value, String(at)];
    writeList(`learned.${game}`, passed.value);
  };
  const foreign = language.value !== "en" && all[at]!.text === inEnglish(course)[at]!.text;
  const goOn = (): void => {
    const { title, task } = all[at + 1]!;
    setQuery({ lesson: String(at + 2) });
    toTop();
    say(`${title}. ${task}`);
  };
  const next = at + 1 < all.length
    ? <button class="button main" onClick={goOn}>{t("Next lesson")}</button>
    : <a class="button main" href={`/play/${game}`}>{t("Play {game}", { game: TITLES[game] })}</a>;
  return (
    <>
      <h1>{t("Learn {game}", { game: TITLES[game] })}</h1>
      <Steps game={game} all={all} at={at} passed={passed.value} />
      {foreign && <Untranslated />}
      <LessonView key={`${at}`} game={game} lesson={all[at]!} tongue={foreign ? IN_ENGLISH : {}} onDone={pass} next={next} />
    </>
  );
}
