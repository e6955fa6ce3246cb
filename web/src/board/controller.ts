/**
 * One board in use: the position shown, what has been pressed so far, and what follows from both.
 * Pages make one of these, feed it positions and moves, and hear when a move has been made.
 */
import { computed, effect, signal } from "@preact/signals";
import * as api from "../net/api";
import { hush, say, tell } from "../ui/announce";
import type { Game } from "../i18n/games";
import { shapeName } from "../i18n/games";
import { listed, t, tn } from "../i18n/translate";
import { confirmMoves, isOn, lessMotion } from "../settings/settings";
import { click } from "../sound/sound";
import type { Phase } from "./dragging";
import type { Arrow, Mark, Marks, Verdict } from "./marks";
import { ROWS } from "./geometry";
import { apply, keepIdentities, on, parseScene, same, stages, touched, type Scene, type Step } from "./scene";
import { complete, drag, next, press, preview, trail, type Option, type Walk } from "./walk";
import { moveText, tidy } from "./attempt";
import { Objections } from "./objections";
import { beats, type Beat } from "../motion/beats";
import { movesOf, optionOf, sowingsOf } from "./choices";
import { bestOf, bySquare, rank } from "./worth";

const PATIENCE_MS = 1500;
const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

export class Controller {
  readonly data = signal<api.BoardData | null>(null);
  readonly scene = signal<Scene>([]);
  readonly walk = signal<Walk>([]);
  readonly hovered = signal<string | null>(null);
  readonly pending = signal<Option | null>(null);
  readonly enabled = signal(false);
  readonly lastSteps = signal<readonly Step[]>([]);
  readonly hint = signal<readonly Step[]>([]);
  /** The squares that a sentence speaks of. */
  readonly pointed = signal<readonly string[]>([]);
  /** What the coach has to say against the move that is waiting to be made. */
  readonly warning = signal<api.Glance | null>(null);
  /** The coach is being asked. */
  readonly checking = signal(false);
  /** Looks at a move before it is made, if it does; finds what speaks against it, if something does. */
  coach: (option: Option) => Promise<api.Glance | null> | null = () => null;
  readonly verdicts = signal<ReadonlyMap<string, Verdict>>(new Map());
  /** Whether a move is being shown; how the game ends is seen when it has arrived. */
  readonly moving = signal(false);
  /** Whether the end of the game is the loss of whoever sits here: then nobody cheers. */
  readonly lost = signal(false);
  /** Hears of presses that were refused, with everything pressed before; true if it says why. */
  onRefused: ((presses: string[]) => boolean) | undefined;
  private showing = 0;
  /** Steps that the walk itself has already shown. */
  private walked: readonly Step[] | null = null;
  /** What an animation under way leads to; who interrupts it starts from there. */
  private goal: Scene | null = null;
  private readonly objections: Objections;

  constructor(
    readonly game: Game,
    readonly onMove: (option: Option) => void,
    readonly asks: () => boolean = () => isOn(confirmMoves),
  ) {
    this.objections = new Objections(game);
  }

  /** Draws a position at once; what may be done in it comes later from the server. */
  lay(position: string): void {
    if (!this.data.value) this.scene.value = parseScene(this.game, position);
  }

  /** Shows a position; with steps, it first shows how it came about, unless it is an earlier one. */
  async show(data: api.BoardData, steps: readonly Step[] = [], back = false): Promise<void> {
    const turn = ++this.showing;
    if (this.goal) this.settle(this.goal);
    this.clear();
    this.data.value = data;
    this.lastSteps.value = steps;
    const target = parseScene(this.game, data.position);
    this.goal = target;
    this.moving.value = !back && !same(this.scene.value, target);
    if (this.moving.value) await this.animate(steps, turn);
    if (turn !== this.showing) return;
    this.settle(target);
    this.moving.value = false;
  }

  /** Shows what a move does before the server has confirmed it. */
  async animate(steps: readonly Step[], turn = ++this.showing): Promise<void> {
    if (!steps.length || steps === this.walked) return;
    if (lessMotion()) return click("move", this.game);
    const time = beats(steps);
    for (const [i, stage] of stages(this.scene.value, steps).entries()) {
      if (turn !== this.showing) return;
      this.scene.value = stage;
      await this.accompany(time[i]!, steps[i]?.at);
    }
  }

  /** Lets a stage be heard while it is shown. */
  private async accompany({ sounds, lasts }: Beat, at = ""): Promise<void> {
    const weight = on(this.scene.value, at).length - 1;
    let passed = 0;
    for (const [when, sound] of sounds) {
      await pause(when - passed);
      click(sound, this.game, Math.max(0, weight));
      passed = when;
    }
    await pause(lasts - passed);
  }

  private settle(target: Scene): void {
    this.goal = null;
    if (!same(this.scene.value, target)) this.scene.value = keepIdentities(this.scene.value, target);
  }

  clear(): void {
    this.walk.value = [];
    this.pending.value = null;
    this.forget();
  }

  /** Takes away what was pointed at. */
  private forget(): void {
    this.hint.value = [];
    this.pointed.value = [];
    this.warning.value = null;
  }

  private readonly moves = computed(() => (this.data.value ? movesOf(this.data.value) : []));

  /** The moves that can be made; of a sowing, what has been walked and the steps that follow. */
  readonly options = computed<Option[]>(() =>
    this.data.value?.choices.sow ? sowingsOf(this.data.value, this.walk.value) : this.moves.value);

  readonly shownScene = computed(() => {
    const option = this.pending.value;
    if (option) return apply(this.scene.value, option.steps);
    const steps = preview(this.options.value, this.walk.value);
    return steps.some((step) => step.lift) ? apply(this.scene.value, steps) : this.scene.value;
  });

  /** What a move can begin with. */
  readonly starts = computed(() => next(this.options.value, []));

  /** What can be pressed now. */
  readonly choices = computed(() => (this.enabled.value && !this.pending.value ? next(this.options.value, this.walk.value) : new Map<string, Option[]>()));

  private readonly hoveredMove = computed(() => {
    const target = this.hovered.value;
    const found = target && this.walk.value.length ? this.choices.value.get(target) : undefined;
    return found?.length === 1 ? found[0] : undefined;
  });

  readonly ghosts = computed<Scene>(() => {
    const hinted = this.walk.value.length && !this.pending.value ? [] : this.hint.value;
    const steps = this.hoveredMove.value?.steps ?? hinted;
    if (!steps.length || steps.some((step) => step.lift)) return [];
    const now = new Set(this.shownScene.value.map((piece) => `${piece.square}${piece.owner}`));
    return apply(this.shownScene.value, steps)
      .filter((piece) => !now.has(`${piece.square}${piece.owner}`))
      .map((piece) => ({ ...piece, id: `ghost-${piece.square}` }));
  });

  readonly arrows = computed<Arrow[]>(() => {
    const shown = this.hoveredMove.value?.steps ?? this.hint.value;
    const arrows = shown.filter((step) => step.from).map((step) => ({ from: step.from!, to: step.to! }));
    return arrows.length ? arrows : trail(this.walk.value.length && !this.pending.value ? [] : this.hint.value);
  });

  readonly marks = computed<Marks>(() => {
    const marks: Marks = {};
    const mark = (square: string, more: Mark): void => {
      if (/^[a-g][1-7]$/.test(square)) marks[square] = { ...marks[square], ...more };
    };
    if (!this.walk.value.length) touched(this.lastSteps.value).forEach((square) => mark(square, { last: true }));
    touched(this.hint.value).forEach((square) => mark(square, { hint: true }));
    this.pointed.value.forEach((square) => mark(square, { point: true }));
    if (!this.moving.value) this.data.value?.outcome?.squares.forEach((square) => mark(square, { win: true }));
    this.markWalk(mark);
    this.markVerdicts(mark);
    return marks;
  });

  private markWalk(mark: (square: string, more: Mark) => void): void {
    const walk = this.walk.value;
    if (!walk.length) return;
    if (this.game === "qawale") walk.slice(1).forEach((square, i) => mark(square, { step: i + 1 }));
    mark(walk.at(-1)!, { selected: true });
    for (const [square, options] of this.choices.value) {
      if (square === this.hovered.value && this.ghosts.value.length) continue;
      const pushes = options[0]!.steps.filter((step) => step.from).length > 1;
      mark(square, { target: pushes ? "push" : "go" });
    }
    if (this.game === "quantik") this.markRefused(walk.slice(0, 1), mark);
  }

  /** The empty spaces that the chosen shape may not go to. */
  private markRefused(chosen: Walk, mark: (square: string, more: Mark) => void): void {
    const allowed = next(this.options.value, chosen);
    for (const square of ROWS[this.game].flat()) {
      if (!allowed.has(square) && !on(this.scene.value, square).length) mark(square, { refused: true });
    }
  }

  /** Each square shows the best that can come of pressing it, now or after choosing a shape. */
  private markVerdicts(mark: (square: string, more: Mark) => void): void {
    if (!this.verdicts.value.size || this.pending.value) return;
    const shapeless = this.game === "quantik" && !this.walk.value.length;
    const choices = shapeless ? bySquare(this.options.value) : next(this.options.value, this.walk.value);
    const best = bestOf(choices, this.verdicts.value);
    const top = Math.max(...[...best.values()].map(rank));
    for (const [square, verdict] of best) {
      mark(square, { verdict, best: rank(verdict) === top });
    }
  }

  /** The best that can come of choosing each shape. */
  readonly shapeVerdicts = computed(() =>
    this.game === "quantik" ? bestOf(this.starts.value, this.verdicts.value) : new Map<string, Verdict>());

  /** A square, a shape in hand, or "off": the same for mouse, finger, keys and typed moves. */
  press(target: string): void {
    if (!this.enabled.value || this.pending.value) return;
    this.pointed.value = [];
    const result = press(this.options.value, this.walk.value, target);
    if (result.refused) {
      click("refuse", this.game);
      if (!this.onRefused?.([...this.walk.value, target])) void this.explain(target);
      return;
    }
    this.goOn(result.walk, result.move);
  }

  private goOn(walk: Walk, move?: Option): void {
    hush();
    this.walk.value = walk;
    this.hint.value = [];
    if (move) {
      void this.finish(move);
      return;
    }
    click(this.game === "qawale" ? (walk.length > 1 ? "drop" : "lift") : "step", this.game);
    this.sayWalk();
  }

  private async finish(move: Option): Promise<void> {
    const look = this.coach(move);
    if (look && !(await this.passes(move, look))) return;
    if (this.asks()) {
      this.pending.value = move;
      say(t("{move}: confirm or cancel.", { move: move.move }));
    } else {
      this.commit(move);
    }
  }

  /** Whether the coach has nothing against a move; if it has, the move waits and the answer to it is shown. */
  private async passes(move: Option, look: Promise<api.Glance | null>): Promise<boolean> {
    this.pending.value = move;
    this.checking.value = true;
    const found = await look.catch(() => null);
    this.checking.value = false;
    if (this.pending.value !== move) return false;
    if (!found) return true;
    this.warning.value = found;
    this.hint.value = found.answer?.steps ?? [];
    this.pointed.value = found.reasons.flatMap(({ squares }) => squares);
    return false;
  }

  commit(move: Option): void {
    hush();
    this.forget();
    this.goal = null;
    if (this.walk.value.length > 1 && move.steps.some((step) => step.lift)) {
      this.scene.value = apply(this.scene.value, move.steps);
      this.walked = move.steps;
      click("drop", this.game);
    }
    this.walk.value = [];
    this.pending.value = null;
    this.onMove(move);
  }

  /** What was taken up at a place is now over another one, or let go there. */
  drag(from: string, at: string, phase: Phase): void {
    if (!this.enabled.value || this.pending.value) return;
    if (phase === "start") this.takeUp(from);
    else if (phase === "over") this.carry(from, at);
    else this.hovered.value = null;
    if (phase === "drop") this.letGo(from, at);
  }

  /** Whether a piece or stack on the board may be taken up, or the path be walked on from here. */
  draggable(square: string): boolean {
    if (!this.enabled.value || this.pending.value || this.game === "quantik") return false;
    if (this.game === "qawale" && this.walk.value.at(-1) === square) return true;
    return this.starts.value.has(square) && on(this.scene.value, square).length > 0;
  }

  private takeUp(from: string): void {
    if (this.walk.value.at(-1) !== from) this.walk.value = [from];
  }

  private carry(from: string, at: string): void {
    this.hovered.value = at;
    if (this.game !== "qawale" || !this.walk.value.includes(from)) return;
    this.walk.value = drag(this.options.value, this.walk.value, at);
  }

  /** Where the board has changed meanwhile, the piece is no longer in the hand. */
  private letGo(from: string, at: string): void {
    if (!this.walk.value.includes(from)) return;
    const move = complete(this.options.value, this.walk.value);
    if (this.game === "qawale") move && void this.finish(move);
    else if (at && at !== from) this.press(at);
  }

  /** One press back; the last one puts the piece down. */
  stepBack(): void {
    hush();
    this.forget();
    if (this.pending.value) {
      this.pending.value = null;
      const first = this.walk.value[0];
      this.walk.value = this.game === "qawale" ? this.walk.value.slice(0, -1) : first === undefined ? [] : [first];
      if (this.game === "qomet" && complete(this.options.value, this.walk.value)) this.walk.value = [];
    } else {
      this.walk.value = this.walk.value.slice(0, -1);
    }
    this.sayWalk();
  }

  /** Keys that mean the same on every square; true if the key was used. */
  key(key: string): boolean {
    if (key === "Escape" || key === "Backspace") {
      if (!this.walk.value.length) return false;
      this.stepBack();
      return true;
    }
    const shape = "1234".includes(key) ? "ABCD"["1234".indexOf(key)]! : key.toUpperCase();
    if (this.game !== "quantik" || !this.starts.value.has(shape) || !this.enabled.value) return false;
    if (this.walk.value[0] !== shape) this.goOn([shape]);
    return true;
  }

  /** Plays a move typed as text; gives what is wrong with it, or nothing where it was made. */
  async type(text: string): Promise<string> {
    if (!(await this.ready()) || !this.data.value) return t("Wait for your turn.");
    const option = optionOf(this.data.value, tidy(text));
    if (!option) return this.object(tidy(text));
    void this.finish(option);
    return "";
  }

  /** Whether moves may be made, now or in a moment. */
  private ready(): Promise<boolean> {
    if (this.enabled.value) return Promise.resolve(true);
    return new Promise((done) => {
      const tired = setTimeout(() => finish(false), PATIENCE_MS);
      const stop = effect(() => {
        if (this.enabled.value) queueMicrotask(() => finish(true));
      });
      const finish = (enabled: boolean): void => {
        clearTimeout(tired);
        stop();
        done(enabled);
      };
    });
  }

  private sayWalk(): void {
    const [first] = this.walk.value;
    const spaces = this.choices.value.size;
    if (!first) say(t("Nothing chosen."));
    else if (this.game === "quantik") say(tn("{shape} chosen, {n} space is allowed.", "{shape} chosen, {n} spaces are allowed.", spaces, { shape: shapeName(first) }));
    else if (this.game === "qawale") say(tn("At {square}, {n} pebble left to sow.", "At {square}, {n} pebbles left to sow.", this.left.value, { square: this.walk.value.at(-1)! }));
    else say(t("Star on {square} chosen; it can go to {targets}.", { square: first, targets: listed([...this.choices.value.keys()]) }));
  }

  /** The pebbles that are still in the hand while a stack is sown. */
  readonly left = computed(() => this.shownScene.value.filter((piece) => piece.square === "air").length);

  /** Says why a press leads nowhere; the rules are asked, not guessed. */
  private async explain(target: string): Promise<void> {
    const data = this.data.value!;
    const attempt = moveText(this.game, this.walk.value, target, data.position);
    tell(typeof attempt === "string" ? await this.object(attempt) : attempt.sentence, "error");
  }

  /** Says why a move is refused, and lights up what is in its way. */
  private async object(move: string): Promise<string> {
    const { position } = this.data.value!;
    const { words, squares } = await this.objections.to(move, position);
    if (this.data.value?.position === position) this.pointed.value = squares;
    return words;
  }
}
