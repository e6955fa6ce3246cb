/** One puzzle being solved: the server says whether a try is right, and answers it. */
import { signal } from "@preact/signals";
import * as api from "../net/api";
import { say, tell } from "../ui/announce";
import { optionOf } from "../board/choices";
import { Controller } from "../board/controller";
import { sentence } from "../net/failures";
import type { Option } from "../board/walk";
import type { Game, Seat } from "../i18n/games";
import { t } from "../i18n/translate";
import { click } from "../ui/sound";
import { ended } from "../i18n/words";

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

export class PuzzleRoom {
  readonly controller: Controller;
  readonly state = signal<"open" | "checking" | "solved">("open");
  readonly words = signal("");
  readonly side = signal<Seat>(1);
  /** The moves so far, the solver's and the answers to them. */
  private moves: string[] = [];
  private data: api.BoardData | null = null;

  constructor(
    readonly game: Game,
    readonly puzzle: api.Puzzle,
    private readonly onSolved: () => void,
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
      if (verdict.status === "wrong") await this.refuse();
      else if (verdict.status === "solved") this.solve(verdict.outcome);
      else await this.goOn(tried, after, verdict.reply!.move);
    } catch (failure) {
      tell(sentence(failure), "error");
      await this.stand(this.data!);
    }
  }

  private async refuse(): Promise<void> {
    this.say(t("That is not it. Look again."));
    click("refuse");
    await pause(1100);
    await this.stand(this.data!);
  }

  private async goOn(tried: string[], after: api.BoardData, reply: string): Promise<void> {
    await pause(450);
    this.moves = [...tried, reply];
    this.say(t("Right. The other side answers {move}; go on.", { move: reply }));
    await this.stand(await api.board(this.game, after.position, reply));
  }

  private solve(outcome: api.Ending | null): void {
    this.state.value = "solved";
    const { better, kind } = this.puzzle;
    const why = outcome ? ended(outcome) : t("Every other move loses.");
    const instead = kind === "refute" && better ? t("The other side should have played {move}.", { move: better }) : "";
    this.say([t("Solved! {why}", { why }), instead].filter(Boolean).join(" "));
    click("win");
    this.onSolved();
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
    const position = this.data!.position;
    const move = known ?? (await api.analysis(this.game, position, 2)).moves[0]?.move;
    if (!move) return;
    this.controller.clear();
    this.controller.hint.value = optionOf(this.data!, move)?.steps ?? [];
    this.say(t("Try {move}.", { move }));
  }
}
