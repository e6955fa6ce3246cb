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
  private boards: api.BoardData[] = [];
  private asked: AbortController | undefined;

  constructor(readonly game: Game) {
    this.controller = new Controller(game, (option) => this.play(option.move), () => false);
  }

  async open(): Promise<void> {
    const wanted = (query.value.get("moves") ?? "").split(",").filter(Boolean);
    this.boards = [await api.board(this.game)];
    for (const move of wanted) this.boards.push(await api.board(this.game, this.boards.at(-1)!.position, move));
    this.moves.value = wanted;
    await this.stand();
  }

  play(move: string): void {
    this.controller.enabled.value = false;
    api.board(this.game, this.boards.at(-1)!.position, move).then(async (after) => {
      this.boards.push(after);
      this.moves.value = [...this.moves.value, move];
      await this.stand(after.played?.steps);
    }, (failure: unknown) => tell(sentence(failure), "error"));
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

  private async stand(steps?: readonly Step[]): Promise<void> {
    const data = this.boards.at(-1)!;
    this.kinds.value = null;
    this.controller.verdicts.value = new Map();
    setQuery({ moves: this.moves.value.join(",") || null });
    await this.controller.show(data, steps ?? [], !steps);
    this.controller.enabled.value = !data.outcome;
    await this.value(data).catch((failure: unknown) => tell(sentence(failure), "error"));
  }

  private async value(data: api.BoardData): Promise<void> {
    if (data.outcome) return;
    this.asked?.abort();
    const asked = (this.asked = new AbortController());
    const [{ kinds }, found] = await Promise.all([api.opening(this.game, data.position), api.analysis(this.game, data.position, SECONDS, asked.signal)]);
    if (data !== this.boards.at(-1)) return;
    const worth = new Map(found.moves.map((each) => [each.move, each as Verdict]));
    this.controller.verdicts.value = worth;
    const unknown: Verdict = { value: "unknown", distance: null };
    const best = (moves: readonly string[]): Verdict => moves.map((move) => worth.get(move) ?? unknown).sort((a, b) => rank(b) - rank(a))[0]!;
    this.kinds.value = kinds.map((kind) => ({ ...kind, verdict: best(kind.moves) })).sort((a, b) => rank(b.verdict) - rank(a.verdict));
  }
}
