/**
 * A match in this browser: its state, its board, the way back through its moves, and the wire. The
 * state is loaded once; from then on events change it, whether they answer a request or come by
 * themselves. Only where one does not fit is the state loaded again.
 */
import { computed, signal } from "@preact/signals";
import * as api from "../net/api";
import { hush, say, tell } from "../ui/announce";
import { Controller } from "../board/controller";
import { sentence } from "../net/failures";
import { sideToMove } from "../board/scene";
import type { Option } from "../board/walk";
import type { Seat } from "../i18n/games";
import { t, together } from "../i18n/translate";
import { idle } from "../ui/idle";
import { Live, type LiveEvent } from "../net/live";
import { isLocal } from "../page/local";
import { learnTime } from "../net/server-time";
import { levelAgainst, paceIn, remember } from "../opponents/opponents";
import { click } from "../sound/sound";
import { fold } from "./fold";
import { whoStarts } from "../start/starts";
import { asSentence, because, describeMove, labelled, nameOf, namesOf, numberOf, resultOf, turnOf } from "../i18n/words";
import { coach, isOn } from "../settings/settings";

const TRY_AGAIN_AFTER = 2500;
/** A coach that takes longer is not waited for. */
const COACH_MS = 4000;

/** Whether the other side says no to what was asked, or plays on instead of answering. */
function declines({ kind, by }: LiveEvent, { offer, you }: api.MatchState): boolean {
  if (you.length !== 1 || by === undefined || you.includes(by)) return false;
  return kind === "decline" ? offer?.by !== by : kind === "move" && Boolean(offer && you.includes(offer.by));
}

/** Whether the only one who plays here has lost. */
export const lostBy = (outcome: api.Ending | null | undefined, you: readonly Seat[]): boolean =>
  Boolean(outcome?.winner) && you.length === 1 && outcome?.winner !== you[0];

const goesBack = (before: api.MatchState | null, state: api.MatchState): boolean =>
  before !== null && state.moves.length < before.moves.length;

export class MatchRoom {
  readonly state = signal<api.MatchState | null>(null);
  readonly failure = signal<unknown>(null);
  readonly thinking = signal(false);
  /** The ply that is looked at, or null for the live game. */
  readonly viewed = signal<number | null>(null);
  readonly advice = signal("");
  readonly busy = signal(false);
  /** What every move was worth, once the game is over. */
  readonly review = signal<api.Review | null>(null);
  readonly reviewing = signal(false);
  readonly live = signal<Live | null>(null);
  /** How many look on. */
  readonly spectators = signal(0);
  /** Since when each player is away, in the server's seconds. */
  readonly away = signal<Record<Seat, number | null>>({ 1: null, 2: null });
  private controller_: Controller | null = null;
  /** What happened while a move of one's own was on its way. */
  private waiting: LiveEvent[] = [];
  /** The state may not be how the game stands: something is missing, or could not be fetched. */
  private unsure = false;
  private later: ReturnType<typeof setTimeout> | undefined;
  private closed = false;
  private looking: AbortController | undefined;
  /** The game has just ended. */
  private ending = false;
  /** A wish is on its way. */
  private acting = false;

  /** A casual game, such as one on a board in somebody's page, is neither counted nor reviewed. */
  constructor(readonly id: string, private readonly casual = false) {}

  get controller(): Controller {
    return this.controller_!;
  }

  readonly myTurn = computed(() => {
    const state = this.state.value;
    return Boolean(state && !state.outcome && state.can.includes("move") && this.viewed.value === null && !this.busy.value);
  });

  async open(): Promise<void> {
    try {
      const state = await api.match(this.id);
      this.controller_ = new Controller(state.game, (option) => void this.play(option));
      // Against the computer, never against a person.
      if (levelAgainst(state) !== null && !this.casual) this.controller.coach = (option) => (isOn(coach) ? this.coached(option) : null);
      await this.load(state, false);
      if (isLocal(this.id)) void import("../page/host").then(({ warn }) => warn());
      void idle().then(() => this.listen());
    } catch (failure) {
      this.failure.value = failure;
    }
  }

  private listen(): void {
    if (!this.closed) this.live.value = new Live(this.id, () => this.seen(), (event) => this.hear(event));
  }

  /** The last event this browser knows, by its number and its time. */
  private seen(): string {
    const { seq, updated } = this.state.value!;
    return `${seq}&at=${encodeURIComponent(updated)}`;
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.later);
    this.looking?.abort();
    this.live.value?.close();
  }

  /** Takes a whole state, and shows it whatever the board shows now. */
  private async load(state: api.MatchState, aloud: boolean, anew = false): Promise<void> {
    const before = this.state.value;
    if (before && state.seq < before.seq && !anew) return;
    this.unsure = false;
    if (state.time) learnTime(state.time);
    this.thinking.value = state.thinking;
    this.change(state, aloud);
    if (this.viewed.value === null) await this.present(goesBack(before, state));
  }

  /** Makes a new state the one that counts; a move that was taken back cannot be looked at. */
  private change(state: api.MatchState, aloud: boolean): void {
    const before = this.state.value;
    this.state.value = state;
    if (before && before.seq !== state.seq) this.forgetWords();
    if ((this.viewed.value ?? -1) >= state.moves.length) this.viewed.value = null;
    if (before && !before.outcome && state.outcome && !this.casual) remember(state);
    if (!state.outcome) this.forgetReview();
    else if (!before?.outcome) void this.lookBackOnIt();
    if (aloud && before?.seq !== state.seq) this.narrate(before, state);
  }

  /** Shows how the game stands, and how it came to this. */
  private async present(back = false): Promise<void> {
    const state = this.state.value!;
    this.controller.enabled.value = this.myTurn.value;
    const { hand } = state.history.at(-1)!;
    this.controller.lost.value = lostBy(state.outcome, state.you);
    await this.controller.show({ ...state, hand }, state.last?.steps ?? [], back);
    this.controller.enabled.value = this.myTurn.value;
    this.cheer();
  }

  private narrate(before: api.MatchState | null, state: api.MatchState): void {
    const parts: string[] = [];
    if (before && state.moves.length > before.moves.length) {
      const by = sideToMove(state.game, state.history.at(-2)!.position);
      parts.push(asSentence(describeMove(state.game, state.moves.at(-1)!, by)));
    } else if (before && state.moves.length < before.moves.length) {
      parts.push(asSentence(t("The last move was taken back")));
    }
    parts.push(state.outcome ? resultOf(state.outcome, state) : turnOf(state));
    say(together(parts));
    if (!state.outcome || before?.outcome) return;
    hush();
    this.ending = true;
  }

  /** The end of a game is heard when its last move has arrived. */
  private cheer(): void {
    const { game, outcome, you } = this.state.value!;
    if (this.ending && outcome) click(outcome.winner === null ? "draw" : lostBy(outcome, you) ? "loss" : "win", game);
    this.ending = false;
  }

  private hear(event: LiveEvent): void {
    if (event.kind === "presence") this.seePresence(event);
    else if (event.kind === "thinking") this.thinking.value = Boolean(event.on);
    else if (event.kind === "failed") tell(sentence(new api.Refused(0, event.code!, "the computer could not move")), "error");
    else if (event.kind === "ready") this.seeReady(event);
    else if (event.kind === "reload") void this.startOver();
    else if (event.seq !== undefined) this.receive(event);
  }

  /** The server has gone back to a backup: the game goes on from there. */
  private async startOver(): Promise<void> {
    await this.refresh(true, true);
    this.live.value?.hurry();
  }

  /** Everything that was missed has been told; if it does not add up, the state is loaded. */
  private seeReady({ seq, thinking }: LiveEvent): void {
    this.thinking.value = Boolean(thinking);
    if (seq !== this.state.value!.seq && !this.busy.value) this.unsure = true;
    void this.mend();
  }

  /** An event that this browser has not seen yet changes the state; one without `now` is not the newest. */
  private receive(event: LiveEvent): void {
    if (this.busy.value) {
      this.waiting.push(event);
      return;
    }
    const before = this.state.value!;
    if (event.seq! <= before.seq) return;
    const state = fold(before, event);
    this.unsure = !state || !event.now;
    if (!state) void this.mend();
    else void this.follow(before, state, Boolean(event.now));
    if (event.kind === "join" && before.you.length) tell(together([t("Your friend is here."), whoStarts(before, before.you[0]!)]));
    if (event.kind === "say" && !before.you.includes(event.by!)) tell(labelled(nameOf(before.players[event.by!], event.by!), t(event.template!)));
    if (declines(event, before)) tell(t("{name} declines.", { name: nameOf(before.players[event.by!], event.by!) }));
  }

  /** What changes nothing on the board leaves alone what somebody is doing there. */
  private async follow(before: api.MatchState, state: api.MatchState, newest: boolean): Promise<void> {
    this.change(state, newest);
    if (!newest || this.viewed.value !== null) return;
    const moved = this.controller.data.value?.position !== state.position || before.outcome !== state.outcome;
    if (moved) await this.present(goesBack(before, state));
    else this.controller.enabled.value = this.myTurn.value;
  }

  private seePresence(event: LiveEvent): void {
    const state = this.state.value!;
    const players = { ...state.players };
    for (const seat of ["1", "2"] as const) {
      players[seat] = { ...players[seat], present: players[seat].kind === "bot" || Boolean(event.present?.[seat]) };
    }
    this.state.value = { ...state, players };
    this.spectators.value = event.spectators ?? 0;
    if (event.away) this.away.value = event.away;
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
    this.controller.enabled.value = false;
    try {
      const [after] = await Promise.all([this.send(option.move, state.seq), this.controller.animate(option.steps)]);
      this.busy.value = false;
      this.thinking.value = after.thinking;
      this.receiveAll([...after.events, ...this.waiting.splice(0)]);
    } catch (failure) {
      this.busy.value = false;
      this.waiting = [];
      if (this.closed) return;
      await this.refresh(); // first: what was said about the board before is gone with it
      tell(sentence(failure), "error");
    }
  }

  /** The same event may come twice: as an answer, and by itself. */
  receiveAll(events: LiveEvent[]): void {
    for (const event of events.sort((a, b) => a.seq! - b.seq!)) this.receive(event);
    void this.mend();
  }

  /** Sends a move again until the server is back: under the same id it counts once. No other answer comes from the page itself. */
  private async send(move: string, seq: number): Promise<api.Acknowledged> {
    const id = api.newId();
    for (;;) {
      try {
        return await api.play(this.id, move, seq, paceIn(this.state.value!), id);
      } catch (failure) {
        const away = failure instanceof api.Refused && (failure.code === "offline" || failure.status >= 500);
        if (!away || this.closed || isLocal(this.id)) throw failure;
        await new Promise((done) => setTimeout(done, TRY_AGAIN_AFTER));
      }
    }
  }

  /** Loads the match anew; after a refusal the board must not show what never happened. */
  async refresh(aloud = false, anew = false): Promise<void> {
    try {
      await this.load(await api.match(this.id), aloud, anew);
    } catch {
      this.doubt();
    }
  }

  /** A wish belongs to what is shown: pressed twice, or too late, it counts for nothing else. */
  async act(what: api.Act): Promise<void> {
    if (this.acting) return;
    this.acting = true;
    this.advice.value = "";
    if (this.viewed.value !== null) void this.look(Infinity);
    try {
      this.receiveAll((await api.act(this.id, what, this.state.value!.seq, api.newId())).events);
    } catch (failure) {
      await this.refresh(); // first: whoever reads why may press at once
      tell(sentence(failure), "error");
    }
    this.acting = false;
  }

  /** Reasons as sentences about the players of this match. */
  reasons(told: readonly api.Told[]): string[] {
    const names = namesOf(this.state.value!.players);
    return told.map((reason) => because(reason, names));
  }

  /** The coach looks at a move; gives what speaks against one that loses at once. */
  private async coached({ move }: Option): Promise<api.Glance | null> {
    const { game, position } = this.state.value!;
    const found = await api.reasons(game, position, move, AbortSignal.timeout(COACH_MS));
    if (found.loses) say(together([t("Are you sure?"), ...this.reasons(found.reasons)]));
    return found.loses ? found : null;
  }

  /** What there is to tell about the game once it is over, to those who played it. */
  private async lookBackOnIt(): Promise<void> {
    const { seq, you } = this.state.value!;
    if (!you.length || this.casual) return;
    const looking = (this.looking = new AbortController());
    this.reviewing.value = true;
    await idle();
    if (looking.signal.aborted) return;
    const found = await api.review(this.id, looking.signal).catch(() => null);
    if (looking.signal.aborted) return;
    if (this.state.value?.seq === seq) this.review.value = found;
    this.reviewing.value = false;
  }

  /** What was said about the board before is gone with it. */
  private forgetWords(): void {
    hush();
    this.advice.value = "";
  }

  /** The game goes on. */
  private forgetReview(): void {
    this.looking?.abort();
    this.review.value = null;
    this.reviewing.value = false;
  }

  /** A hint is about the board that was asked about; who is looking back is brought there. */
  async askHint(): Promise<void> {
    const { seq } = this.state.value!;
    const isLate = (): boolean => this.state.value!.seq !== seq || this.busy.value;
    this.advice.value = t("Thinking about a hint …");
    try {
      const found = await api.hint(this.id);
      if (isLate()) return;
      if (this.viewed.value !== null) void this.look(Infinity);
      this.controller.clear();
      this.controller.hint.value = found.steps;
      this.controller.pointed.value = found.reasons.flatMap(({ squares }) => squares);
      const words = describeMove(this.controller.game, found.move, this.state.value!.turn);
      this.advice.value = together([asSentence(words), ...this.reasons(found.reasons)]);
      say(this.advice.value);
    } catch (failure) {
      if (isLate()) return;
      this.advice.value = "";
      tell(sentence(failure), "error");
    }
  }

  /** Looks at the position after some plies; the live game goes on meanwhile. */
  async look(ply: number): Promise<void> {
    const { moves, history } = this.state.value!;
    const before = this.viewed.value ?? moves.length;
    const wanted = Math.max(0, Math.min(ply, moves.length));
    hush();
    const back = wanted !== before + 1;
    this.viewed.value = wanted < moves.length ? wanted : null;
    if (this.viewed.value === null) return this.present(back);
    this.controller.enabled.value = false;
    say(wanted > 0 ? t("Move {n}: {move}", { n: numberOf(wanted - 1), move: moves[wanted - 1]! }) : t("The starting position"));
    await this.lookBack(history[wanted]!, back);
  }

  private lookBack({ position, hand, steps }: api.Ply, back: boolean): Promise<void> {
    const { game } = this.controller;
    const board = { game, position, hand, turn: sideToMove(game, position), outcome: null, choices: {} };
    return this.controller.show(board, steps, back);
  }
}
