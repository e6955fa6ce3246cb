/** A game to step through: its boards are worked out from the first press on. */
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { Controller } from "../board/controller";
import { sideToMove } from "../board/scene";
import { t } from "../i18n/translate";
import { describeMove, ended } from "../i18n/words";
import { MoveList } from "../match/panel";
import * as api from "../net/api";
import { sentence } from "../net/failures";
import { say, tell } from "../ui/announce";
import { laid, StillBoard } from "./still";
import type { Wish } from "./wish";

class Steps {
  readonly at = signal(0);
  readonly controller: Controller;
  private readonly boards: Promise<api.BoardData>[] = [];
  /** The ply on the board; `at` runs ahead of it while a board is worked out. */
  private shown = 0;

  constructor(readonly wish: Wish) {
    this.controller = laid(wish);
  }

  /** Goes to a ply, or says why not and stays. */
  async look(ply: number): Promise<void> {
    this.at.value = ply;
    try {
      const data = await this.boardAt(ply);
      if (this.at.value !== ply) return;
      const back = ply !== this.shown + 1;
      this.shown = ply;
      say(this.words(ply, data));
      await this.controller.show(data, data.played?.steps ?? [], back);
    } catch (failure) {
      if (this.at.value !== ply) return;
      tell(sentence(failure), "error");
      this.at.value = this.shown;
    }
  }

  private words(ply: number, { outcome, played }: api.BoardData): string {
    if (!played) return t("The starting position");
    const by = sideToMove(this.wish.game, this.wish.position) === 1 ? ply % 2 : (ply + 1) % 2;
    return [describeMove(this.wish.game, played.move, by ? 1 : 2), outcome && ended(outcome)].filter(Boolean).join(". ");
  }

  private boardAt(ply: number): Promise<api.BoardData> {
    const { game, position, moves } = this.wish;
    this.boards[ply] ??= ply
      ? this.boardAt(ply - 1).then((before) => api.board(game, before.position, moves[ply - 1]))
      : api.board(game, position);
    this.boards[ply].catch(() => delete this.boards[ply]);
    return this.boards[ply];
  }
}

export function StepThrough({ wish }: { wish: Wish }): JSX.Element {
  const steps = useMemo(() => new Steps(wish), []);
  const outcome = steps.controller.moving.value ? null : steps.controller.data.value?.outcome;
  return (
    <>
      <StillBoard controller={steps.controller} />
      <MoveList first={sideToMove(wish.game, wish.position)} moves={wish.moves} at={steps.at.value} look={(ply) => void steps.look(ply)} />
      {outcome && <p class="status">{ended(outcome)}</p>}
    </>
  );
}
