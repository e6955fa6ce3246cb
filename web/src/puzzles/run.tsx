/** A timed run: three minutes, as many puzzles as possible, and the third miss ends it. */
import { signal, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import * as api from "../net/api";
import { PlayArea } from "../board/play-area";
import type { Game } from "../i18n/games";
import { number, t, tn } from "../i18n/translate";
import { sentence } from "../net/failures";
import { say } from "../ui/announce";
import { attempted, now, progress, ran } from "../ui/progress";
import { click } from "../sound/sound";
import { anyOf, listOf } from "./choose";
import { PuzzleRoom } from "./room";
import { stars, taskOf } from "./task";

const SECONDS = 180;
const MISSES = 3;
/** After so many solved puzzles they get harder. */
const STEP = 4;

/** A run from its first puzzle to its end. */
class Run {
  readonly room = signal<PuzzleRoom | null>(null);
  readonly solved = signal(0);
  readonly misses = signal(0);
  readonly left = signal(SECONDS);
  readonly over = signal(false);
  private readonly seen = new Set<string>();
  private deadline = 0;
  private timer: ReturnType<typeof setInterval> | undefined;
  private coming: Promise<api.Puzzle> | undefined;
  /** Somebody has left. */
  private closed = false;
  /** Why the next puzzle is not there, as a sentence. */
  readonly failed = signal("");

  constructor(readonly game: Game) {}

  /** The clock starts when the first puzzle is there. */
  async start(): Promise<void> {
    await this.next();
    if (this.closed || this.failed.value) return;
    this.deadline = Date.now() + SECONDS * 1000;
    this.timer = setInterval(() => this.tick(), 250);
  }

  stop(): void {
    this.closed = true;
    clearInterval(this.timer);
  }

  /** Asks once more for a puzzle that could not be had. */
  again(): void {
    void (this.timer ? this.next() : this.start());
  }

  private tick(): void {
    this.left.value = Math.max(0, Math.ceil((this.deadline - Date.now()) / 1000));
    if (this.left.value === 0) this.end();
  }

  private end(): void {
    if (this.over.value) return;
    this.stop();
    this.over.value = true;
    if (this.room.value) this.room.value.controller.enabled.value = false;
    ran(this.game, { solved: this.solved.value, at: now() });
    click("win");
    say(tn("{n} puzzle solved.", "{n} puzzles solved.", this.solved.value));
  }

  private async pick(): Promise<api.Puzzle> {
    const wanted = Math.min(5, 1 + Math.floor((this.solved.value + 1) / STEP));
    const open = (await listOf(this.game)).filter(({ id }) => !this.seen.has(id));
    const fitting = open.filter(({ difficulty }) => difficulty === wanted);
    const { id } = anyOf(fitting.length ? fitting : open)!;
    this.seen.add(id);
    return (await api.puzzle(this.game, `?id=${id}`)).puzzle;
  }

  private async next(): Promise<void> {
    this.failed.value = "";
    try {
      await this.show(await (this.coming ?? this.pick()));
    } catch (failure) {
      this.failed.value = sentence(failure);
    }
  }

  private async show(puzzle: api.Puzzle): Promise<void> {
    this.coming = undefined;
    if (this.closed) return;
    const room = new PuzzleRoom(this.game, puzzle, {
      judged: (right) => this.judged(puzzle, right),
      solved: () => void setTimeout(() => this.goOn(), 500),
      hurry: () => this.goOn(),
    });
    this.room.value = room;
    await room.open();
    if (this.closed) return;
    say(taskOf(puzzle, room.side.value));
    this.coming = this.pick();
    this.coming.catch(() => (this.coming = undefined));
  }

  private goOn(): void {
    if (!this.closed) void this.next();
  }

  private judged({ id, difficulty }: api.Puzzle, right: boolean): void {
    if (this.over.value) return;
    attempted(this.game, { puzzle: id, difficulty, right, at: now() });
    if (right) this.solved.value++;
    else if (++this.misses.value >= MISSES) this.end();
  }
}

const clock = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

function Score({ run }: { run: Run }): JSX.Element {
  const missed = run.misses.value;
  return (
    <p class="score">
      <span role="timer" aria-label={t("Time left")}>{clock(run.left.value)}</span>
      <span>{t("Solved: {n}", { n: run.solved.value })}</span>
      <span role="img" aria-label={tn("{n} of three misses", "{n} of three misses", missed)}>{"✗".repeat(missed)}{"○".repeat(MISSES - missed)}</span>
    </p>
  );
}

function Finish({ run, again }: { run: Run; again: () => void }): JSX.Element {
  const runs = progress.value.games[run.game].runs;
  const best = Math.max(...runs.map(({ solved }) => solved));
  const record = run.solved.value === best && runs.filter(({ solved }) => solved === best).length === 1 && best > 0;
  return (
    <section class="card finish stack">
      <h2>{tn("{n} puzzle solved.", "{n} puzzles solved.", run.solved.value)}</h2>
      <p>{record ? t("That is your best run so far!") : t("Your best run: {n}.", { n: number(best) })}</p>
      <div class="buttons">
        <button class="button main" onClick={again}>{t("Once more")}</button>
        {run.misses.value > 0 && <a class="button" href={`/puzzles/${run.game}?failed=1`}>{t("Review the missed ones")}</a>}
      </div>
    </section>
  );
}

/** Nobody is left waiting for a puzzle that does not come. */
function Failed({ run }: { run: Run }): JSX.Element | null {
  return run.failed.value ? <p class="card" role="alert">{run.failed.value} <button class="button" onClick={() => run.again()}>{t("Try again")}</button></p> : null;
}

function Running({ run }: { run: Run }): JSX.Element {
  const room = run.room.value;
  if (!room) return run.failed.value ? <Failed run={run} /> : <p class="soft loading">{t("Loading …")}</p>;
  return (
    <div class="room text-first">
      <PlayArea key={room.puzzle.id} controller={room.controller} near={room.side.value} />
      <div class="stack panel">
        <Score run={run} />
        <p class="status">{taskOf(room.puzzle, room.side.value)}</p>
        <p class="soft small" role="img" aria-label={t("Difficulty {level}", { level: room.puzzle.difficulty })}>{stars(room.puzzle.difficulty)}</p>
      </div>
      <div class="more">
        <p>{room.words.value}</p>
        <Failed run={run} />
      </div>
    </div>
  );
}

export function TimedRun({ game }: { game: Game }): JSX.Element {
  const started = useSignal(0);
  const run = useMemo(() => new Run(game), [started.value]);
  useEffect(() => {
    if (started.value) void run.start();
    return () => run.stop();
  }, [run]);
  if (run.over.value) return <Finish run={run} again={() => started.value++} />;
  if (started.value) return <Running run={run} />;
  return (
    <section class="card finish stack">
      <h2>{t("Three minutes")}</h2>
      <p>{t("Solve as many puzzles as you can. They get harder, and the third miss ends the run.")}</p>
      <div class="buttons"><button class="button main" onClick={() => started.value++}>{t("Start the clock")}</button></div>
    </section>
  );
}
