/** A walk through the opening: the moves so far, what can follow, what it is worth, how often it was played. */
import { signal } from "@preact/signals";
import * as api from "../net/api";
import { tell } from "../ui/announce";
import { Controller } from "../board/controller";
import type { Verdict } from "../board/marks";
import type { Step } from "../board/scene";
import { rank } from "../board/worth";
import type { Game } from "../i18n/games";
import { sentence } from "../net/failures";
import { query, setQuery } from "../ui/router";

const SECONDS = 2;

/** Moves that are the same up to symmetry, with what is proven about them. */
export interface Kind extends api.OpeningKind {
  verdict: Verdict;
}

export class OpeningRoom {
  readonly controller: Controller;
  readonly moves = signal<string[]>([]);
  readonly kinds = signal<Kind[] | null>(null);
  /** Why there is nothing to show, as a sentence. */
  readonly failed = signal("");
  private boards: api.BoardData[] = [];
  private asked: AbortController | undefined;

  constructor(readonly game: Game) {
    this.controller = new Controller(game, (option) => this.play(option.move), () => false);
  }

  /** From the start, or from where it failed: to the moves of the address, as far as they can be played. */
  async open(): Promise<void> {
    this.failed.value = "";
    try {
      this.boards = [await api.board(this.game)];
    } catch (failure) {
      this.failed.value = sentence(failure);
      return;
    }
    const wanted = (query.value.get("moves") ?? "").split(",").filter(Boolean);
    const failure = await this.follow(wanted).then(() => "", sentence);
    this.moves.value = wanted.slice(0, this.boards.length - 1);
    await this.stand([], failure);
  }

  private async follow(moves: readonly string[]): Promise<void> {
    for (const move of moves) this.boards.push(await api.board(this.game, this.position, move));
  }

  play(move: string): void {
    const { enabled } = this.controller;
    const here = this.boards.at(-1)!;
    if (!enabled.value) return;
    enabled.value = false;
    api.board(this.game, here.position, move).then((after) => {
      if (here !== this.boards.at(-1)) return;
      this.boards.push(after);
      this.moves.value = [...this.moves.value, move];
      void this.stand(after.played?.steps);
    }, (failure: unknown) => {
      enabled.value = here === this.boards.at(-1);
      tell(sentence(failure), "error");
    });
  }

  /** Back to the board after so many moves. */
  back(to: number): void {
    this.boards = this.boards.slice(0, to + 1);
    this.moves.value = this.moves.value.slice(0, to);
    void this.stand();
  }

  get position(): string {
    return this.boards.at(-1)!.position;
  }

  /** Shows the board, then what is to be told about it, then what is proven. */
  private async stand(steps?: readonly Step[], failure = ""): Promise<void> {
    const data = this.boards.at(-1)!;
    this.asked?.abort();
    this.kinds.value = null;
    this.controller.verdicts.value = new Map();
    setQuery({ moves: this.moves.value.join(",") || null });
    await this.controller.show(data, steps ?? [], !steps);
    if (data !== this.boards.at(-1)) return;
    this.controller.enabled.value = !data.outcome;
    if (failure) tell(failure, "error");
    await this.value();
  }

  /** What is proven here; an answer that comes when somebody has walked on is for nobody. */
  async value(): Promise<void> {
    const data = this.boards.at(-1)!;
    const asked = (this.asked = new AbortController());
    this.failed.value = "";
    if (data.outcome) return;
    try {
      const [{ kinds }, found] = await Promise.all([api.opening(this.game, data.position), api.analysis(this.game, data.position, SECONDS, asked.signal)]);
      if (!asked.signal.aborted) this.judge(kinds, found);
    } catch (failure) {
      if (!asked.signal.aborted) this.failed.value = sentence(failure);
    }
  }

  private judge(kinds: readonly api.OpeningKind[], found: api.Analysis): void {
    const worth = new Map(found.moves.map((each) => [each.move, each as Verdict]));
    this.controller.verdicts.value = worth;
    const unknown: Verdict = { value: "unknown", distance: null };
    const best = (moves: readonly string[]): Verdict => moves.map((move) => worth.get(move) ?? unknown).sort((a, b) => rank(b) - rank(a))[0]!;
    this.kinds.value = kinds.map((kind) => ({ ...kind, verdict: best(kind.moves) })).sort((a, b) => rank(b.verdict) - rank(a.verdict));
  }

  /** Asks once more for what could not be had. */
  again(): void {
    void (this.boards.length ? this.value() : this.open());
  }
}
