/** One puzzle being solved: a move is right if it keeps what the position is worth. */
import { signal } from "@preact/signals";
import * as api from "./api";
import { say, tell } from "./announce";
import { Controller, sentence } from "./board/controller";
import type { Option } from "./board/walk";
import type { Game, Seat } from "./games";
import { t } from "./i18n";
import { click } from "./sound";
import { ended } from "./words";

export interface Puzzle {
  id: string;
  position: string;
  kind: string;
  difficulty: string | number;
}

const THINK = 5;
const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

export class PuzzleRoom {
  readonly table: Controller;
  readonly state = signal<"open" | "checking" | "solved">("open");
  readonly words = signal("");
  readonly side = signal<Seat>(1);
  /** In how many moves of one's own it can be won, once that is known. */
  readonly turns = signal<number | null>(null);
  private position = "";
  private known: Promise<api.Analysis> | null = null;

  constructor(
    readonly game: Game,
    readonly puzzle: Puzzle,
    private readonly onSolved: () => void,
  ) {
    this.table = new Controller(game, (option) => void this.play(option));
  }

  async open(): Promise<void> {
    this.state.value = "open";
    this.words.value = "";
    const data = await api.board(this.game, this.puzzle.position);
    this.side.value = data.turn;
    await this.stand(data);
    const found = await this.known!;
    this.turns.value = found.value === "win" && found.distance ? (found.distance + 1) / 2 : null;
  }

  private async stand(data: api.BoardData): Promise<void> {
    this.position = data.position;
    this.known = api.analysis(this.game, data.position, THINK);
    this.known.catch(() => undefined);
    await this.table.show(data, data.played?.steps ?? []);
    this.table.enabled.value = true;
  }

  private async play(option: Option): Promise<void> {
    this.table.enabled.value = false;
    this.state.value = "checking";
    try {
      const before = this.position;
      const [found, after] = await Promise.all([this.known!, api.board(this.game, before, option.move)]);
      await this.table.show(after, option.steps);
      const worth = found.moves.find(({ move }) => move === option.move);
      const right = worth !== undefined && worth.value === found.value && worth.distance === found.distance;
      if (right) await this.goOn(found, after);
      else await this.refuse(before);
    } catch (failure) {
      tell(sentence(failure), "error");
      await this.open();
    }
  }

  private async refuse(position: string): Promise<void> {
    this.say(t("That is not it. Look again."));
    click("refuse");
    await pause(1100);
    this.state.value = "open";
    await this.stand(await api.board(this.game, position));
  }

  /** The other side answers as well as it can, until the game is won. */
  private async goOn(found: api.Analysis, after: api.BoardData): Promise<void> {
    if (after.outcome || found.value !== "win") {
      this.solve(after.outcome ? ended(after.outcome) : t("Every other move loses."));
      return;
    }
    const reply = (await api.analysis(this.game, after.position, THINK)).moves[0]!;
    await pause(500);
    this.say(t("Right. The other side answers {move}; go on.", { move: reply.move }));
    this.state.value = "open";
    await this.stand(await api.board(this.game, after.position, reply.move));
  }

  private solve(words: string): void {
    this.state.value = "solved";
    this.say(`${t("Solved!")} ${words}`);
    click("win");
    this.onSolved();
  }

  private say(words: string): void {
    this.words.value = words;
    say(words);
  }

  async reveal(): Promise<void> {
    const best = (await this.known?.catch(() => null))?.moves[0];
    if (!best) return;
    const { played } = await api.board(this.game, this.position, best.move);
    this.table.clear();
    this.table.hint.value = played?.steps ?? [];
    this.say(t("Try {move}.", { move: best.move }));
  }
}
