/** A lesson being done: what is asked for is noticed, anything else is answered. */
import * as api from "../net/api";
import { tell } from "../ui/announce";
import { Controller } from "../board/controller";
import { sentence } from "../net/failures";
import type { Option } from "../board/walk";
import type { Game } from "../i18n/games";
import { t } from "../i18n/translate";
import { refute } from "../puzzles/refutation";
import { moveName } from "../i18n/words";
import type { Lesson } from "./lessons/lesson";

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

export interface Judged {
  good: boolean;
  words: string;
  /** Set where the answer to a wrong try stands on the board. */
  refuted?: true;
}

/** Whether a legal move is what the lesson asks for; the server judges wins and safety. */
async function judge(lesson: Lesson, move: string, after: api.BoardData): Promise<Judged> {
  const { goal } = lesson;
  const good = { good: true, words: lesson.done };
  if (goal === "any") return good;
  if (goal === "win") {
    const won = after.outcome !== null && after.outcome.winner !== null && after.outcome.winner !== after.turn;
    return won ? good : { good: false, words: t("Not yet: that move does not win. Try another one.") };
  }
  if (goal === "safe") return isSafe(after, good);
  const found = "moves" in goal && new RegExp(`^(?:${goal.moves})$`).test(move);
  if (found) return good;
  return { good: false, words: lesson.strategy ? t("That is not it.") : t("A legal move, but not the one this lesson is about. Try again.") };
}

async function isSafe(after: api.BoardData, good: Judged): Promise<Judged> {
  if (after.outcome) return after.outcome.winner === after.turn ? { good: false, words: t("That ends the game at once. Try another move.") } : good;
  const reply = await api.analysis(after.game, after.position, 1);
  if (reply.value !== "win" || reply.distance !== 1) return good;
  return { good: false, words: t("Your opponent would answer {move} and win. Try another move.", { move: moveName(after.game, reply.moves[0]!.move) }) };
}

export class Classroom {
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
      if (judged.good) return;
      if (this.lesson.strategy) await this.answer(judged, after);
      else {
        await pause(1400);
        await this.open();
      }
    } catch (failure) {
      tell(sentence(failure), "error");
      await this.open();
    }
  }

  /** Plays what refutes a wrong try, and leaves it on the board to be looked at. */
  private async answer(judged: Judged, after: api.BoardData): Promise<void> {
    const answer = await refute(this.controller.game, this.controller, after);
    this.on({ good: false, refuted: true, words: `${judged.words} ${answer}` });
  }
}
