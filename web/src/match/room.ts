/** A match in this browser: its state, its board, the way back through its moves, and the wire. */
import { computed, signal } from "@preact/signals";
import * as api from "../net/api";
import { hush, say, tell } from "../ui/announce";
import { Controller } from "../board/controller";
import { sentence } from "../net/failures";
import type { Step } from "../board/scene";
import type { Option } from "../board/walk";
import { t } from "../i18n/translate";
import { idle } from "../ui/idle";
import { Live, type LiveEvent } from "../net/live";
import { click } from "../ui/sound";
import { because, describeMove, ended, nameOf, turnOf } from "../i18n/words";

const TRY_AGAIN_AFTER = 2500;

/** Whether the other side says no to what was asked, or plays on instead of answering. */
function declines({ kind, by }: LiveEvent, { offer, you }: api.MatchState): boolean {
  if (you.length !== 1 || by === undefined || you.includes(by)) return false;
  return kind === "decline" ? offer?.by !== by : kind === "move" && Boolean(offer && you.includes(offer.by));
}

export class MatchRoom {
  readonly state = signal<api.MatchState | null>(null);
  readonly failure = signal<unknown>(null);
  readonly thinking = signal(false);
  /** The ply that is looked at, or null for the live game. */
  readonly viewed = signal<number | null>(null);
  readonly advice = signal("");
  readonly busy = signal(false);
  readonly live = signal<Live | null>(null);
  private table_: Controller | null = null;
  private boards = new Map<string, Promise<api.BoardData>>();
  /** Something happened while a move of one's own was on its way. */
  private missed: LiveEvent | null = null;
  /** The board may not show how the game stands, because something could not be fetched. */
  private unsure = false;
  private later: ReturnType<typeof setTimeout> | undefined;
  private closed = false;
  /** A wish is on its way. */
  private acting = false;

  constructor(readonly id: string) {}

  get table(): Controller {
    return this.table_!;
  }

  readonly myTurn = computed(() => {
    const state = this.state.value;
    return Boolean(state && !state.outcome && state.can.includes("move") && this.viewed.value === null && !this.busy.value);
  });

  async open(): Promise<void> {
    try {
      const state = await api.match(this.id);
      this.table_ = new Controller(state.game, (option) => void this.play(option));
      await this.take(state, state.last?.steps ?? [], false);
      void idle().then(() => this.listen());
    } catch (failure) {
      this.failure.value = failure;
    }
  }

  private listen(): void {
    if (!this.closed) this.live.value = new Live(this.id, () => this.state.value?.seq ?? 0, (event) => void this.hear(event));
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.later);
    this.live.value?.close();
  }

  private board(position: string, move?: string): Promise<api.BoardData> {
    const key = move ? `${position}|${move}` : position;
    const known = this.boards.get(key);
    if (known) return known;
    const asked = api.board(this.table.game, position, move);
    asked.catch(() => this.boards.delete(key));
    this.boards.set(key, asked);
    return asked;
  }

  /** Makes a new state the one that is shown, unless an older move is being looked at. */
  private async take(state: api.MatchState, steps: readonly Step[], aloud = true): Promise<void> {
    const before = this.state.value;
    if (before && state.seq < before.seq) return;
    this.state.value = state;
    this.unsure = false;
    this.thinking.value = state.thinking;
    if (aloud && before?.seq !== state.seq) this.narrate(before, state);
    if (this.viewed.value !== null) return;
    if (this.table.data.value?.position !== state.position) this.table.enabled.value = false;
    const data = await this.board(state.position);
    if (this.state.value?.position !== state.position || this.viewed.value !== null) return;
    this.table.enabled.value = this.myTurn.value;
    const back = before !== null && state.moves.length < before.moves.length;
    await this.table.show({ ...data, outcome: state.outcome }, steps, back);
    this.table.enabled.value = this.myTurn.value;
  }

  private narrate(before: api.MatchState | null, state: api.MatchState): void {
    const parts: string[] = [];
    if (before && state.moves.length > before.moves.length) {
      const by = before.turn;
      parts.push(describeMove(state.game, state.moves.at(-1)!, by));
    } else if (before && state.moves.length < before.moves.length) {
      parts.push(t("The last move was taken back"));
    }
    parts.push(state.outcome ? ended(state.outcome) : turnOf(state));
    say(parts.join(". "));
    if (!state.outcome || before?.outcome) return;
    hush();
    click("win");
  }

  private async hear(event: LiveEvent): Promise<void> {
    const state = this.state.value!;
    if (event.kind === "presence") this.seePresence(event);
    else if (event.kind === "thinking") this.thinking.value = Boolean(event.on);
    else if (event.seq !== undefined && event.seq > state.seq) {
      await this.catchUp(event);
      if (declines(event, state)) tell(t("{name} declines.", { name: nameOf(state.players[event.by!], event.by!) }));
    }
    else if (event.kind === "ready") await this.mend();
  }

  private seePresence(event: LiveEvent): void {
    const state = this.state.value!;
    const players = { ...state.players };
    for (const seat of ["1", "2"] as const) {
      players[seat] = { ...players[seat], present: players[seat].kind === "bot" || Boolean(event.present?.[seat]) };
    }
    this.state.value = { ...state, players };
  }

  /** Something happened that this browser has not seen yet. */
  private async catchUp(event: LiveEvent): Promise<void> {
    if (this.busy.value) {
      this.missed = event;
      return;
    }
    try {
      const state = await api.match(this.id);
      if (this.state.value && state.seq <= this.state.value.seq) return;
      const next = event.kind === "move" && state.seq === event.seq;
      await this.take(state, next ? (event.steps ?? []) : (state.last?.steps ?? []));
    } catch {
      this.doubt();
    }
  }

  /** Asks again soon, and as soon as a lost line is back. */
  private doubt(): void {
    this.unsure = true;
    clearTimeout(this.later);
    if (!this.closed) this.later = setTimeout(() => this.live.value?.state.value === "open" && void this.mend(), TRY_AGAIN_AFTER);
  }

  private async mend(): Promise<void> {
    if (this.unsure && !this.busy.value) await this.refresh(true);
  }

  private async play(option: Option): Promise<void> {
    const state = this.state.value!;
    this.advice.value = "";
    this.busy.value = true;
    this.table.enabled.value = false;
    try {
      const [after] = await Promise.all([this.send(option.move, state.seq), this.table.animate(option.steps)]);
      this.busy.value = false;
      await this.take(after, after.last?.move === option.move ? option.steps : (after.last?.steps ?? []));
      await this.makeUp();
    } catch (failure) {
      this.busy.value = false;
      if (this.closed) return;
      tell(sentence(failure), "error");
      await this.refresh();
    }
  }

  private async makeUp(): Promise<void> {
    const event = this.missed;
    this.missed = null;
    if (event?.seq && event.seq > (this.state.value?.seq ?? 0)) await this.catchUp(event);
  }

  /** Sends a move again until the server is back: the same move with the same number counts once. */
  private async send(move: string, seq: number): Promise<api.MatchState> {
    for (;;) {
      try {
        return await api.play(this.id, move, seq);
      } catch (failure) {
        const away = failure instanceof api.Refused && (failure.code === "offline" || failure.status >= 500);
        if (!away || this.closed) throw failure;
        await new Promise((done) => setTimeout(done, TRY_AGAIN_AFTER));
      }
    }
  }

  /** Loads the match anew; after a refusal the board must not show what never happened. */
  async refresh(aloud = false): Promise<void> {
    try {
      const state = await api.match(this.id);
      await this.take(state, state.last?.steps ?? [], aloud);
    } catch {
      this.doubt();
    }
  }

  /** A wish belongs to what is shown: pressed twice, or too late, it counts for nothing else. */
  async act(what: api.Act): Promise<void> {
    if (this.acting) return;
    this.acting = true;
    this.advice.value = "";
    this.viewed.value = null;
    try {
      const state = await api.act(this.id, what, this.state.value!.seq);
      await this.take(state, state.last?.steps ?? []);
    } catch (failure) {
      tell(sentence(failure), "error");
      await this.refresh();
    }
    this.acting = false;
  }

  async askHint(): Promise<void> {
    this.advice.value = t("Thinking about a hint …");
    try {
      const found = await api.hint(this.id);
      this.table.clear();
      this.table.hint.value = found.steps;
      const words = describeMove(this.table.game, found.move, this.state.value!.turn);
      this.advice.value = [`${words}.`, ...found.reasons.map(because)].join(" ");
      say(this.advice.value);
    } catch (failure) {
      this.advice.value = "";
      tell(sentence(failure), "error");
    }
  }

  /** Looks at the position after some plies; the live game goes on meanwhile. */
  async look(ply: number): Promise<void> {
    const state = this.state.value!;
    const before = this.viewed.value;
    const wanted = ply < state.moves.length ? Math.max(0, ply) : null;
    this.viewed.value = wanted;
    this.table.enabled.value = false;
    try {
      await (wanted === null ? this.take(state, state.last?.steps ?? [], false) : this.lookBack(wanted));
    } catch (failure) {
      tell(sentence(failure), "error");
      if (this.viewed.value !== wanted) return;
      this.viewed.value = before;
      if (before === null) await this.refresh();
    }
  }

  private async lookBack(ply: number): Promise<void> {
    const { moves } = this.state.value!;
    const data = await this.boardAt(ply);
    if (this.viewed.value !== ply) return;
    await this.table.show(data, data.played?.steps ?? []);
    say(ply > 0 ? t("Move {n}: {move}", { n: ply, move: moves[ply - 1]! }) : t("The start"));
  }

  private async boardAt(ply: number): Promise<api.BoardData> {
    const state = this.state.value!;
    if (ply <= 0) return this.board(state.start);
    const before = await this.boardAt(ply - 1);
    return this.board(before.position, state.moves[ply - 1]!);
  }
}
