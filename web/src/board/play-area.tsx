/** A board with everything around it: hands, the path being walked, typed moves, a look inside. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { say } from "../ui/announce";
import { shapeName, sideName, TITLES, type Seat } from "../i18n/games";
import { listed, t, tn } from "../i18n/translate";
import { describeCell } from "../i18n/words";
import { Board } from "./Board";
import type { Controller } from "./controller";
import { beginDrag, dragged } from "./dragging";
import { Badge, chance, ownMoves, verdictText, type Verdict } from "./marks";
import { PieceArt, PieceIcon } from "./pieces";
import { AIR, OFF, on, type Piece } from "./scene";
import "./play-area.css";

const letterOf = (piece: Piece): string => {
  if (piece.kind === "pebble" || piece.kind === "star") return String(piece.owner);
  return piece.owner === 1 ? piece.kind : piece.kind.toLowerCase();
};

function verdictWords({ value, distance, score }: Verdict): string {
  if (value === "win") return distance === null ? t("wins") : tn("wins in {n} move", "wins in {n} moves", ownMoves(distance));
  if (value === "loss") return distance === null ? t("loses") : tn("loses in {n} move", "loses in {n} moves", ownMoves(distance));
  if (value === "draw") return t("draws");
  return score === undefined ? t("not proven") : t("not proven; the engine says {percent}%", { percent: chance(score) });
}

/** The name of a square with what stands there and what pressing it would do. */
export function describe(controller: Controller, square: string): string {
  const cell = on(controller.shownScene.value, square).map(letterOf).join("");
  const mark = controller.marks.value[square];
  const notes = [describeCell(controller.game, square, cell)];
  if (mark?.target === "go") notes.push(t("possible"));
  if (mark?.target === "push") notes.push(t("pushes"));
  if (mark?.refused && !cell) notes.push(t("not allowed"));
  if (mark?.win) notes.push(t("part of the winning four"));
  else if (mark?.last) notes.push(t("last move"));
  if (mark?.hint) notes.push(t("hint"));
  if (mark?.point) notes.push(t("pointed out"));
  if (mark?.verdict) notes.push(verdictWords(mark.verdict));
  return listed(notes);
}

function boardBox(element: Element): HTMLElement {
  return element.closest(".play-area")!.querySelector<HTMLElement>(".cells")!;
}

/** Quantik's shapes in hand: buttons for the side that may choose. */
function Shapes({ controller, seat, active }: { controller: Controller; seat: Seat; active: boolean }): JSX.Element {
  const hand = String(controller.data.value?.hand[seat] ?? "");
  const chosen = controller.walk.value[0];
  const verdicts = active ? controller.shapeVerdicts.value : new Map<string, Verdict>();
  return (
    <div class="shapes" data-hand={seat} role="group" aria-label={t("{side}'s pieces in hand", { side: sideName(seat) })}>
      {[..."ABCD"].map((shape) => {
        const count = [...hand].filter((letter) => letter === shape).length;
        const left = tn("{shape}, {n} left", "{shape}, {n} left", count, { shape: shapeName(shape) });
        const name = verdicts.has(shape) ? listed([left, verdictWords(verdicts.get(shape)!)]) : left;
        return (
          <span class="slot" data-kind={shape}><button
            type="button"
            class={`shape ${count ? "" : "used"}`}
            aria-label={name}
            title={shapeName(shape)}
            aria-pressed={active ? chosen === shape : undefined}
            aria-disabled={!active || !count || !controller.starts.value.has(shape)}
            onClick={() => active && controller.press(shape)}
            onPointerDown={(event) => beginDrag(event, {
              game: "quantik",
              board: boardBox(event.currentTarget),
              from: shape,
              ready: () => controller.enabled.value && controller.data.value?.turn === seat && controller.starts.value.has(shape),
              on: (at, phase) => controller.drag(shape, at, phase),
            })}
          >
            <PieceIcon kind={shape} owner={seat} size={46} />
            <span class="count" aria-hidden="true">×{count}</span>
          </button>
          {verdicts.has(shape) && <svg class="icon" viewBox="-30 -30 60 60" width="1.75rem" height="1.75rem" aria-hidden="true"><Badge verdict={verdicts.get(shape)!} /></svg>}
          </span>
        );
      })}
    </div>
  );
}

function Count({ controller, seat }: { controller: Controller; seat: Seat }): JSX.Element {
  const kind = controller.game === "qawale" ? "pebble" : "star";
  const count = Number(controller.data.value?.hand[seat] ?? 0);
  const words = kind === "star" ? tn("{n} star in hand", "{n} stars in hand", count) : tn("{n} pebble in hand", "{n} pebbles in hand", count);
  return (
    <span class="in-hand" data-hand={seat}>
      <span class="pile" dir="ltr" aria-hidden="true">{Array.from({ length: count }, (_, i) => <span data-kind={i === count - 1 ? kind : undefined}><PieceIcon kind={kind} owner={seat} size={34} /></span>)}</span>
      <span class="small">{words}</span>
    </span>
  );
}

/** What a side still has to play. */
export function Hand({ controller, seat }: { controller: Controller; seat: Seat }): JSX.Element {
  const active = controller.enabled.value && controller.data.value?.turn === seat && !controller.data.value.outcome;
  return controller.game === "quantik" ? <Shapes controller={controller} seat={seat} active={active} /> : <Count controller={controller} seat={seat} />;
}

/** The buttons that belong to the move in the making. */
function MakingMove({ controller }: { controller: Controller }): JSX.Element | null {
  const { pending, walk } = controller;
  if (controller.checking.value || controller.warning.value) return null;
  if (pending.value) {
    const option = pending.value;
    return (
      <div class="making buttons">
        <button class="button main" type="button" onClick={() => controller.commit(option)}>{t("Play {move}", { move: option.move })}</button>
        <button class="button" type="button" onClick={() => controller.stepBack()}>{t("Cancel")}</button>
      </div>
    );
  }
  if (!walk.value.length) return null;
  const off = controller.choices.value.has(OFF);
  return (
    <div class="making buttons">
      {off && <button class="button" type="button" onClick={() => controller.press(OFF)}>{t("Move it off the board")}{offVerdict(controller)}</button>}
      <button class="button" type="button" onClick={() => controller.stepBack()}>{controller.game === "qawale" ? t("Step back") : t("Put it back")}</button>
    </div>
  );
}

function offVerdict(controller: Controller): string {
  const option = controller.choices.value.get(OFF)?.[0];
  const verdict = option && controller.verdicts.value.get(option.move);
  return verdict ? ` (${verdictText(verdict)})` : "";
}

/** The pebbles of the stack one looks at, or those still in the hand, side by side. */
function Inside({ controller, square }: { controller: Controller; square: string | null }): JSX.Element | null {
  if (controller.game !== "qawale") return null;
  const sowing = controller.walk.value.length > 0 && !controller.pending.value;
  const stack = sowing ? on(controller.shownScene.value, AIR) : square ? on(controller.shownScene.value, square) : [];
  const words = sowing ? t("In hand, the next one first:") : t("Inside {square}, bottom to top:", { square: square ?? "" });
  if (!stack.length) return <p class="inside small soft" aria-hidden="true">{t("Point at a stack to see inside it.")}</p>;
  return (
    <div class="inside" aria-hidden="true">
      <span class="small">{words}</span>
      <span class="pebbles" dir="ltr">{stack.map((piece) => <PieceIcon kind="pebble" owner={piece.owner} size={26} />)}</span>
    </div>
  );
}

export function TypedMove({ controller }: { controller: Controller }): JSX.Element {
  const text = useSignal("");
  const fault = useSignal<{ words: string; data: unknown } | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const wrong = fault.value?.data === controller.data.value ? fault.value?.words : undefined;
  useEffect(() => {
    if (wrong) form.current?.scrollIntoView({ block: "nearest" });
  }, [wrong]);
  const examples = { quantik: "A@b3", qawale: "a1nne", qomet: "@d4, d4-d5, a1-off" };
  const submit = (event: Event): void => {
    event.preventDefault();
    if (!text.value.trim()) return;
    void controller.type(text.value).then((words) => {
      fault.value = words ? { words, data: controller.data.value } : null;
      if (words) say(words);
      else text.value = "";
    });
  };
  return (
    <form class="typed" ref={form} onSubmit={submit}>
      {wrong && <p class="fault" id="fault">{wrong}</p>}
      <label class="field">
        <span>{t("Type a move")} <span class="soft small">{t("such as {example}", { example: examples[controller.game] })}</span></span>
        <span class="buttons">
          <input class="mono" dir="ltr" size={10} value={text.value} autocomplete="off" autocapitalize="none" spellcheck={false}
            aria-invalid={wrong ? "true" : undefined} aria-describedby={wrong && "fault"}
            onInput={(event) => (text.value = event.currentTarget.value)} />
          <button class="button">{t("Enter")}</button>
        </span>
      </label>
    </form>
  );
}

/** The piece under the pointer while it is dragged. */
function Dragged({ controller }: { controller: Controller }): JSX.Element | null {
  const at = dragged.value;
  if (!at || controller.game === "qawale" || !controller.walk.value.length) return null;
  const piece = on(controller.scene.value, at.from)[0];
  const owner = piece?.owner ?? controller.data.value?.turn ?? 1;
  return (
    <div class={at.finger ? "dragged by-finger" : "dragged"} style={{ left: `${at.x}px`, top: `${at.y}px` }}>
      <svg class="icon" viewBox="-44 -44 88 88" width="4.5rem" height="4.5rem"><PieceArt kind={piece?.kind ?? at.from} owner={owner} /></svg>
    </div>
  );
}

interface PlayAreaProps {
  controller: Controller;
  /** Whose hand lies below the board; the other one lies above. */
  near?: Seat;
  above?: ComponentChildren;
  below?: ComponentChildren;
  label?: string;
}

export function PlayArea({ controller, near = 1, above, below, label }: PlayAreaProps): JSX.Element {
  const far = near === 1 ? 2 : 1;
  const focus = useSignal<string | null>(null);
  const looked = controller.hovered.value ?? focus.value;
  const lookInside = (square: string): boolean => {
    if (controller.game !== "qawale" || controller.walk.value.length) return false;
    focus.value = square;
    return true;
  };
  const edge = (place: "far" | "near"): string => `edge ${place}${controller.data.value ? "" : " waiting"}`;
  return (
    <div class={`play-area ${controller.game}-area`} onFocusIn={(event) => (focus.value = (event.target as HTMLElement).dataset.square ?? focus.value)}>
      <div class={edge("far")}>{above}<Hand controller={controller} seat={far} /></div>
      <div class="board-place"><Board
        game={controller.game}
        scene={controller.shownScene.value}
        label={label ?? t("{game} board", { game: TITLES[controller.game] })}
        describe={(square) => describe(controller, square)}
        marks={controller.marks.value}
        ghosts={controller.ghosts.value}
        arrows={controller.arrows.value}
        sober={controller.lost.value}
        onPress={controller.enabled.value ? (square) => controller.press(square) : undefined}
        leaves={controller.choices.value.has(OFF) ? controller.walk.value[0] : undefined}
        onHover={(square) => (controller.hovered.value = square)}
        onKey={(key) => controller.key(key)}
        draggable={(square) => controller.draggable(square)}
        onDrag={(from, at, phase) => controller.drag(from, at, phase)}
        onHold={lookInside}
      ><Dragged controller={controller} /></Board></div>
      <div class={edge("near")}>{below}<Hand controller={controller} seat={near} /></div>
      <div class="making-room"><MakingMove controller={controller} /><Inside controller={controller} square={looked} /></div>
    </div>
  );
}
