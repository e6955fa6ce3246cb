/**
 * One board for everybody: a drawing, and over it a grid of buttons with names, reached by mouse,
 * finger, arrow keys or a screen reader alike. It knows no rules; what may be pressed, what is
 * marked and what every square is called come in from outside.
 */
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Game } from "../i18n/games";
import { beginDrag, type Phase } from "./dragging";
import { arrow, centre, FRAMES, ROWS, target, turned } from "./geometry";
import { Arrows, beyond, Overlay, Underlay, type Arrow, type Marks } from "./marks";
import { PieceArt } from "./pieces";
import { AIR, OFF, on, type Piece, type Scene } from "./scene";
import { moved, show, useMotion, wantShow, type Placed, type Spot } from "../motion/stage";
import { Surface } from "./surface";

export interface BoardProps {
  game: Game;
  scene: Scene;
  label: string;
  describe: (square: string) => string;
  marks?: Marks;
  ghosts?: Scene;
  arrows?: readonly Arrow[];
  onPress?: (square: string) => void;
  onHover?: (square: string | null) => void;
  onKey?: (key: string) => boolean;
  draggable?: (square: string) => boolean;
  /** The square from which a star may leave the board now. */
  leaves?: string;
  onDrag?: (from: string, at: string, phase: Phase) => void;
  /** A finger stays on a square; true if it is no press. */
  onHold?: (square: string) => boolean;
  /** The game is lost for whoever looks at it. */
  sober?: boolean;
  /** What is carried over the board. */
  children?: ComponentChildren;
}

const RISE = 15;
const TALLEST = 78;
/** A lifted stack hangs small beside its square, so that it hides no way on. */
const LIFTED = { scale: 0.58, rise: 9, tallest: 60, x: -33, y: -8 };

/** Where a piece is drawn; pebbles of tall stacks move closer together. */
function spot(game: Game, piece: Piece, height: number): Spot {
  if (piece.square === OFF) return { ...beyond(piece.over!), scale: 1 };
  const { x, y } = centre(game, piece.square === AIR ? (piece.over ?? "b2") : piece.square);
  if (game !== "qawale") return { x, y, scale: 1 };
  if (piece.square === AIR) {
    const rise = Math.min(LIFTED.rise, LIFTED.tallest / Math.max(1, height - 1));
    return { x: x + LIFTED.x, y: y + LIFTED.y - piece.level * rise, scale: LIFTED.scale };
  }
  const rise = Math.min(RISE, TALLEST / Math.max(1, height - 1));
  return { x, y: y + 12 - piece.level * rise, scale: 1 };
}

/** Far pieces first, low pieces first, so that the near and the high cover them. */
function arrange(game: Game, scene: Scene): Placed[] {
  const heights = new Map<string, number>();
  for (const piece of scene) heights.set(piece.square, (heights.get(piece.square) ?? 0) + 1);
  const air = on(scene, AIR)[0]?.level ?? 0;
  return scene
    .map((piece) => {
      const shown = piece.square === AIR ? { ...piece, level: piece.level - air } : piece;
      return { piece, ...spot(game, shown, heights.get(piece.square) ?? 1) };
    })
    .sort((a, b) => Number(a.piece.square === AIR) - Number(b.piece.square === AIR)
      || centre(game, a.piece.over ?? a.piece.square).y - centre(game, b.piece.over ?? b.piece.square).y
      || a.piece.level - b.piece.level);
}

function Pieces({ game, scene, marks = {}, faint }: { game: Game; scene: Scene; marks?: Marks; faint?: boolean }): JSX.Element {
  const placed = arrange(game, scene);
  const hold = useMotion(placed, faint);
  return (
    <g class={faint ? "pieces faint" : "pieces"}>
      {placed.map(({ piece, ...at }) => (
        <g key={piece.id} ref={hold(piece.id)} class={marks[piece.square]?.win ? "winner" : undefined} style={{ transform: moved(at) }}>
          <PieceArt kind={piece.kind} owner={piece.owner} />
        </g>
      ))}
    </g>
  );
}

/** Stacks of three and more say how many pebbles they hold. */
function Heights({ scene }: { scene: Scene }): JSX.Element {
  const tall = ROWS.qawale.flat().map((square) => ({ square, height: on(scene, square).length }));
  return (
    <g class="heights">
      {tall.filter(({ height }) => height > 2).map(({ square, height }) => {
        const { x, y } = centre("qawale", square);
        return (
          <g transform={`translate(${x + 36} ${y + 36})`}>
            <circle r="13" />
            <text dy="5.5">{height}</text>
          </g>
        );
      })}
    </g>
  );
}

/** The line or square that won, as soon as it can be drawn. */
function Won({ game, marks, sober }: { game: Game; marks: Marks; sober?: boolean }): JSX.Element | null {
  const squares = Object.keys(marks).filter((square) => marks[square]!.win);
  useEffect(() => {
    if (squares.length) wantShow();
  }, [squares.length]);
  return squares.length && show.value ? <show.value.Winning game={game} squares={squares} sober={sober} /> : null;
}

type CellsProps = Pick<BoardProps, "game" | "label" | "describe" | "onPress" | "onHover" | "onKey" | "draggable" | "onDrag" | "onHold" | "marks">;

function Cells(props: CellsProps): JSX.Element {
  const { game, marks = {} } = props;
  const [active, setActive] = useState(ROWS[game].at(-1)![0]!);
  const grid = useRef<HTMLDivElement>(null);
  const focus = (square: string): void => {
    setActive(square);
    grid.current?.querySelector<HTMLElement>(`[data-square="${square}"]`)?.focus();
  };
  const key = (event: KeyboardEvent): void => {
    const rowOf = ROWS[game].find((row) => row.includes(active))!;
    const [start, end] = turned.value ? ["End", "Home"] : ["Home", "End"];
    const ends: Record<string, string> = { [start]: rowOf[0]!, [end]: rowOf.at(-1)! };
    const to = ends[event.key] ?? arrow(game, active, event.key);
    if (to) focus(to);
    if (to || event.key.startsWith("Arrow") || props.onKey?.(event.key)) event.preventDefault();
  };
  const down = (event: PointerEvent, square: string): void => {
    const { onDrag, onHold, draggable } = props;
    if (!onDrag || !draggable) return;
    beginDrag(event, { game, board: grid.current!, from: square, ready: () => draggable(square), on: (at, phase) => onDrag(square, at, phase), hold: () => onHold?.(square) ?? false });
  };
  return (
    <div class="cells" role="grid" aria-label={props.label} aria-readonly={!props.onPress} ref={grid} onKeyDown={key}
      onPointerLeave={() => props.onHover?.(null)}>
      {ROWS[game].map((row) => (
        <div role="row" class="row">
          {row.map((square) => (
            <button
              type="button"
              role="gridcell"
              data-square={square}
              tabIndex={square === active ? 0 : -1}
              aria-label={props.describe(square)}
              aria-selected={marks[square]?.selected ? "true" : undefined}
              aria-disabled={!props.onPress}
              class={props.draggable?.(square) ? "cell draggable" : "cell"}
              style={target(game, square)}
              onClick={() => props.onPress?.(square)}
              onFocus={() => setActive(square)}
              onPointerEnter={() => props.onHover?.(square)}
              onPointerDown={(event) => down(event, square)}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

/** The way off the board, for mouse and finger; the button below the board does the same. On a phone the screen ends there. */
function Leave({ from, onPress }: { from: string; onPress: () => void }): JSX.Element {
  const { width, height } = FRAMES.qomet;
  const [a, b] = [centre("qomet", from), beyond(from)];
  const turn = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
  return (
    <button type="button" class="leave" tabIndex={-1} aria-hidden="true" onClick={onPress}
      style={{ left: `clamp(14px, ${(b.x / width) * 100}%, 100% - 14px)`, top: `clamp(14px, ${(b.y / height) * 100}%, 100% - 14px)` }}>
      <svg viewBox="-30 -30 60 60"><circle r="26" /><path d="M-12 0H12M2 -11L13 0L2 11" transform={`rotate(${turn})`} /></svg>
    </button>
  );
}

export function Board(props: BoardProps): JSX.Element {
  const { game, scene, marks = {} } = props;
  const { x, y, width, height } = FRAMES[game];
  return (
    <div class={`board ${game}`} dir="ltr">
      <svg viewBox={`${x} ${y} ${width} ${height}`} aria-hidden="true">
        <Surface game={game} />
        <Underlay game={game} marks={marks} />
        <Pieces game={game} scene={scene} marks={marks} />
        {props.ghosts && <Pieces game={game} scene={props.ghosts} faint />}
        {game === "qawale" && <Heights scene={scene} />}
        <Won game={game} marks={marks} sober={props.sober} />
        <Arrows game={game} arrows={props.arrows ?? []} />
        <g class="sky" />
        <Overlay game={game} marks={marks} tops={new Map(arrange(game, scene).map(({ piece, y: top }) => [piece.square, top - 6]))} />
      </svg>
      <Cells {...props} />
      {props.leaves && <Leave from={props.leaves} onPress={() => props.onPress?.(OFF)} />}
      {props.children}
    </div>
  );
}

/** A board to look at only: a picture with one description. */
export function Picture({ game, scene, label, marks = {} }: Pick<BoardProps, "game" | "scene" | "label" | "marks">): JSX.Element {
  const { x, y, width, height } = FRAMES[game];
  return (
    <div class={`board ${game}`} dir="ltr">
      <svg viewBox={`${x} ${y} ${width} ${height}`} role="img" aria-label={label}>
        <Surface game={game} plain />
        <Underlay game={game} marks={marks} />
        <Pieces game={game} scene={scene} />
      </svg>
    </div>
  );
}
