/** One puzzle being solved: the server says whether a try is right, and answers it. */
import { signal } from "@preact/signals";
import * as api from "../net/api";
import { say, tell } from "../ui/announce";
import { optionOf } from "../board/choices";
import { Controller } from "../board/controller";
import { sentence } from "../net/failures";
import type { Option } from "../board/walk";
import type { Game, Seat } from "../i18n/games";
import { t, together } from "../i18n/translate";
import { click } from "../sound/sound";
import { ended, moveName } from "../i18n/words";
import { refute } from "./refutation";

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

interface Listener {
  /** Said once: whether the puzzle was solved without a miss or help. */
  judged: (right: boolean) => void;
  solved?: () => void;
  /** Where there is no time to look at the answer to a wrong try, this is what follows it. */
  hurry?: () => void;
}

export class PuzzleRoom {
  readonly controller: Controller;
  readonly state = signal<"open" | "checking" | "refuted" | "solved">("open");
  readonly words = signal("");
  readonly side = signal<Seat>(1);
  /** The moves so far, the solver's and the answers to them. */
  private moves: string[] = [];
  private data: api.BoardData | null = null;
  private judged = false;

  constructor(
    readonly game: Game,
    readonly puzzle: api.Puzzle,
    private readonly on: Listener,
  ) {
    this.controller = new Controller(game, (option) => void this.play(option));
  }

  async open(): Promise<void> {
    this.moves = [];
    this.words.value = "";
    const { before, last, position } = this.puzzle;
    this.controller.lay(before ?? position);
    const data = await (before && last ? api.board(this.game, before, last) : api.board(this.game, position));
    this.side.value = data.turn;
    await this.stand(data);
  }

  private async stand(data: api.BoardData): Promise<void> {
    this.data = data;
    this.state.value = "open";
    await this.controller.show(data, data.played?.steps ?? []);
    this.controller.enabled.value = true;
  }

  /** Back to where the wrong move was made. */
  async tryAgain(): Promise<void> {
    this.words.value = "";
    await this.stand(this.data!);
  }

  private judge(right: boolean): void {
    if (this.judged) return;
    this.judged = true;
    this.on.judged(right);
  }

  private async play(option: Option): Promise<void> {
    this.controller.enabled.value = false;
    this.state.value = "checking";
    const tried = [...this.moves, option.move];
    try {
      const [verdict, after] = await Promise.all([
        api.tryPuzzle(this.game, this.puzzle.id, tried),
        api.board(this.game, this.data!.position, option.move),
      ]);
      await this.controller.show(after, option.steps);
      if (verdict.status === "wrong") await this.refuse(after);
      else if (verdict.status === "solved") this.solve(verdict.outcome);
      else await this.goOn(tried, after, verdict.reply!.move);
    } catch (failure) {
      tell(sentence(failure), "error");
      await this.stand(this.data!);
    }
  }

  private async refuse(after: api.BoardData): Promise<void> {
    this.judge(false);
    click("refuse");
    if (this.on.hurry) {
      this.say(t("That is not it."));
      await pause(700);
      return this.on.hurry();
    }
    this.words.value = t("That is not it.");
    const unknown = this.puzzle.kind === "only" ? t("Your move is proven to lose.") : t("Now the win is no longer certain.");
    const answer = await refute(this.game, this.controller, after, unknown);
    this.state.value = "refuted";
    this.say(together([t("That is not it."), answer]));
  }

  private async goOn(tried: string[], after: api.BoardData, reply: string): Promise<void> {
    await pause(450);
    this.moves = [...tried, reply];
    this.say(t("Right. The opponent has answered; go on."));
    await this.stand(await api.board(this.game, after.position, reply));
  }

  private solve(outcome: api.Ending | null): void {
    this.state.value = "solved";
    const { better, kind } = this.puzzle;
    const why = outcome ? ended(outcome) : t("Every other move loses.");
    const instead = kind === "refute" && better ? t("The opponent should have played {move}.", { move: moveName(this.game, better) }) : "";
    this.say(together([t("Solved! {why}", { why }), instead]));
    click("win");
    this.judge(true);
    this.on.solved?.();
  }

  private say(words: string): void {
    this.words.value = words;
    say(words);
  }

  /** Shows a good move: the known solution, or the engine's choice off the known path. */
  async reveal(): Promise<void> {
    const { solution } = this.puzzle;
    const known = this.moves.every((move, i) => solution[i] === move) ? solution[this.moves.length] : undefined;
    if (!this.data) await this.open();
    if (this.state.value === "refuted") await this.tryAgain();
    const position = this.data!.position;
    const move = known ?? (await api.analysis(this.game, position, 2)).moves[0]?.move;
    if (!move) return;
    this.judge(false);
    this.controller.clear();
    this.controller.hint.value = optionOf(this.data!, move)?.steps ?? [];
    this.say(t("Try {move}.", { move: moveName(this.game, move) }));
  }
}
