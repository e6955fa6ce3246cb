/** A line of play under study: positions, moves, what the engine says, and the mistakes in it. */
import { computed, effect, signal } from "@preact/signals";
import * as api from "../net/api";
import { say, tell } from "../ui/announce";
import { begunOf, optionOf } from "../board/choices";
import { Controller } from "../board/controller";
import { sentence } from "../net/failures";
import { sideToMove } from "../board/scene";
import type { Option } from "../board/walk";
import type { Game, Seat } from "../i18n/games";
import { t, together } from "../i18n/translate";
import { idle } from "../ui/idle";
import { setQuery } from "../ui/router";
import { because, describeMove, moveName, type Names } from "../i18n/words";
import { rank } from "../board/worth";

const QUICK = 1;
const LONG = 5;
/** Opinions that lie so close together are the same. */
const SAME = 10;

export class AnalysisRoom {
  readonly start = signal("");
  readonly moves = signal<string[]>([]);
  readonly at = signal(0);
  readonly found = signal<api.Analysis | null>(null);
  readonly thinking = signal(false);
  readonly values = signal(true);
  readonly judged = signal<api.JudgedMove[]>([]);
  readonly judging = signal(false);
  /** While learning from mistakes: the index of the judged move, and what to tell about it. */
  readonly exercise = signal<number | null>(null);
  readonly verdictOnTry = signal("");
  readonly controller: Controller;
  private boards = new Map<string, Promise<api.BoardData>>();
  private asking: AbortController | null = null;
  private judgement: AbortController | null = null;
  /** The ply on the board; `at` runs ahead of it while a board is fetched. */
  private shown = 0;
  private closed = false;
  /** What is known of sowings of a tall stack, asked for as they are walked. */
  private further = new Map<string, api.Analysis["moves"]>();
  private readonly stop: () => void;

  constructor(readonly game: Game) {
    this.controller = new Controller(game, (option) => void this.play(option), () => false);
    this.stop = effect(() => void this.follow(begunOf(this.controller.data.value, this.controller.walk.value)));
  }

  /** The page is left: nothing is asked any more, and the address belongs to another page. */
  close(): void {
    this.closed = true;
    this.stop();
    this.asking?.abort();
    this.judgement?.abort();
  }

  readonly position = computed(() => this.controller.data.value?.position ?? this.start.value);
  /** One's own come first. */
  readonly mistakes = computed(() => {
    const { value: you } = this.you;
    const isTheirs = ({ by }: api.JudgedMove): number => Number(you.length === 1 && !you.includes(by));
    return this.judged.value.filter((move) => move.grade).sort((a, b) => isTheirs(a) - isTheirs(b));
  });
  /** Who played the game under study, and which side was one's own, if it is a match. */
  readonly names = signal<Names>({});
  readonly you = signal<readonly Seat[]>([]);

  /** Shows a start and moves, wherever they come from; throws what the server objects to. */
  async load(start: string | null, moves: string[], at = moves.length): Promise<void> {
    this.boards.clear();
    this.forgetJudged();
    this.exercise.value = null;
    const first = await api.board(this.game, start ?? undefined);
    this.names.value = {};
    this.you.value = [];
    this.start.value = first.position;
    this.boards.set("", Promise.resolve(first));
    this.moves.value = moves;
    await this.show(Math.min(at, moves.length));
  }

  async read(text: string): Promise<api.Parsed> {
    const parsed = await api.parse(this.game, text);
    if (parsed.game === this.game) await this.load(parsed.start, parsed.moves);
    return parsed;
  }

  /** Goes to a ply, or says why not and stays. */
  async look(ply: number): Promise<void> {
    try {
      await this.show(ply);
    } catch (failure) {
      if (this.closed || this.at.value !== ply) return;
      tell(sentence(failure), "error");
      this.at.value = this.shown;
      this.controller.enabled.value = true;
      await this.controller.show(this.controller.data.value!);
    }
  }

  /** Until the board is there, a move would be one from another position. */
  private async show(ply: number): Promise<void> {
    this.at.value = ply;
    this.controller.enabled.value = false;
    const data = await this.boardAt(ply);
    if (this.closed || this.at.value !== ply) return;
    this.shown = ply;
    this.controller.enabled.value = true;
    this.keepAddress();
    void this.think(data);
    await this.controller.show(data, data.played?.steps ?? []);
  }

  private boardAt(ply: number): Promise<api.BoardData> {
    const key = this.moves.value.slice(0, ply).join(" ");
    const known = this.boards.get(key);
    if (known) return known;
    const asked = ply <= 0
      ? api.board(this.game, this.start.value)
      : this.boardAt(ply - 1).then(({ position }) => api.board(this.game, position, this.moves.value[ply - 1]));
    asked.catch(() => this.boards.delete(key));
    this.boards.set(key, asked);
    return asked;
  }

  private keepAddress(): void {
    setQuery({
      match: null,
      position: this.start.value.replaceAll(" ", "_"),
      moves: this.moves.value.length ? this.moves.value.join(",") : null,
      at: this.at.value === this.moves.value.length ? null : String(this.at.value),
    });
  }

  private async think(data: api.BoardData): Promise<void> {
    this.asking?.abort();
    const asking = (this.asking = new AbortController());
    this.found.value = null;
    this.further.clear();
    this.controller.verdicts.value = new Map();
    this.thinking.value = !data.outcome;
    await idle();
    try {
      for (const time of [QUICK, LONG]) {
        if (asking.signal.aborted) return;
        const found = await api.analysis(this.game, data.position, time, asking.signal);
        if (asking.signal.aborted) return;
        this.found.value = found;
        this.showValues();
        if (found.value !== "unknown" || data.outcome) break;
      }
    } catch (failure) {
      if (!asking.signal.aborted) tell(sentence(failure), "error");
    }
    if (!asking.signal.aborted) this.thinking.value = false;
  }

  /** A tall stack has too many sowings to know all at once: on its way more is asked for. */
  private async follow(begun: string): Promise<void> {
    const asking = this.asking;
    const alike = this.found.peek()?.moves.some(({ begins }) => begins && begun.startsWith(begins));
    if (!alike || !asking || this.further.has(begun)) return;
    this.further.set(begun, []);
    try {
      const { moves } = await api.analysis(this.game, this.position.peek(), QUICK, asking.signal, begun);
      if (asking.signal.aborted) return;
      this.further.set(begun, moves);
      this.showValues();
    } catch {
      this.further.delete(begun);
    }
  }

  showValues(): void {
    const shown = this.values.value && this.exercise.value === null;
    const moves = shown ? [...(this.found.value?.moves ?? []), ...[...this.further.values()].flat()] : [];
    this.controller.verdicts.value = new Map(moves.map((worth) => [worth.move, worth]));
  }

  private async play(option: Option): Promise<void> {
    if (this.exercise.value !== null) return this.tryAnswer(option);
    const ply = this.at.value;
    if (this.moves.value[ply] !== option.move) {
      this.moves.value = [...this.moves.value.slice(0, ply), option.move];
      this.forgetJudged();
    }
    say(describeMove(this.game, option.move, this.controller.data.value!.turn));
    await this.look(ply + 1);
  }

  /** Plays the best line out, move by move, until somebody looks elsewhere. */
  async playOut(): Promise<void> {
    const line = this.found.value?.line ?? [];
    this.moves.value = [...this.moves.value.slice(0, this.at.value), ...line];
    this.forgetJudged();
    const from = this.at.value;
    for (let ply = from + 1; ply <= from + line.length; ply++) {
      await this.look(ply);
      await new Promise((done) => setTimeout(done, 650));
      if (this.closed || this.at.value !== ply || this.moves.value.length < from + line.length) return;
    }
  }

  record(): string {
    const tags = [`[Game "${this.game}"]`, `[Start "${this.start.value}"]`];
    const first = sideToMove(this.game, this.start.value);
    const parts = this.moves.value.map((move, i) => {
      const ply = i + (first === 1 ? 0 : 1);
      if (ply % 2 === 0) return `${ply / 2 + 1}. ${move}`;
      return i === 0 ? `1... ${move}` : move;
    });
    return `${tags.join("\n")}\n\n${parts.join(" ")}\n`;
  }

  async judge(): Promise<void> {
    const { signal } = (this.judgement = new AbortController());
    this.judging.value = true;
    try {
      const { moves } = await api.judge(this.record(), signal);
      if (signal.aborted) return;
      this.judged.value = moves;
      const count = this.mistakes.value.length;
      say(count ? t("Mistakes found: {count}", { count }) : t("No move gave anything away"));
    } catch (failure) {
      if (!signal.aborted) tell(sentence(failure), "error");
    }
    if (!signal.aborted) this.judging.value = false;
  }

  /** Another game than the one that was judged, or is being judged. */
  private forgetJudged(): void {
    this.judgement?.abort();
    this.judging.value = false;
    this.judged.value = [];
  }

  /** Shows the board after a move, with what is said about it pointed at and the answer to it. */
  async point(move: api.JudgedMove): Promise<void> {
    await this.look(move.ply + 1);
    this.controller.pointed.value = move.reasons.flatMap(({ squares }) => squares);
    this.controller.hint.value = move.answer?.steps ?? [];
  }

  /** Goes to the position before a mistake and asks for something better. */
  async practise(index: number): Promise<void> {
    const mistake = this.mistakes.value[index];
    this.exercise.value = mistake ? index : null;
    this.verdictOnTry.value = "";
    await this.look(mistake ? mistake.ply : this.moves.value.length);
    this.showValues();
  }

  /** Says what would have been best, and shows it on the board. */
  showAnswer({ best, better }: api.JudgedMove): void {
    const option = best && optionOf(this.controller.data.value!, best);
    this.controller.clear();
    if (option) this.controller.hint.value = option.steps;
    this.controller.pointed.value = better.flatMap(({ squares }) => squares);
    this.verdictOnTry.value = together([t("Best was {move}.", { move: best ? moveName(this.game, best) : "?" }), ...better.map((reason) => because(reason, this.names.value))]);
    say(this.verdictOnTry.value);
  }

  private async tryAnswer(option: Option): Promise<void> {
    const mistake = this.mistakes.value[this.exercise.value!]!;
    this.verdictOnTry.value = t("Checking …");
    try {
      const found = await api.analysis(this.game, mistake.position, LONG);
      const worth = found.moves.find(({ move }) => move === option.move);
      this.verdictOnTry.value = worth && rank(worth) >= rank(found.moves[0]!) - SAME
        ? t("Yes! {move} is as good as it gets.", { move: option.move })
        : t("{move} is no better. Try another move.", { move: option.move });
      say(this.verdictOnTry.value);
    } catch (failure) {
      this.verdictOnTry.value = "";
      tell(sentence(failure), "error");
    }
    await this.controller.show(this.controller.data.value!);
  }
}
