/**
 * How pieces get from place to place: out of a hand in an arc, along a line, pushed by another, up
 * into the air and down with weight. What flies is a copy above all others; the piece itself waits
 * unseen where it will land.
 */
import { CONTACT, DROP, LANDING, LIFT, SLIDE, TRAVEL } from "./beats";
import { lastDrop } from "../board/dragging";
import { AIR, OFF, type Piece } from "../board/scene";
import { moved, type Placed, type Spot } from "./stage";

const SQUASHED = " scale(1.06,.9)";
const FALL = "cubic-bezier(.5,0,.9,.6)";
const GLIDE = "cubic-bezier(.3,.6,.3,1)";
/** Icons in hands are as wide as this in units of the board. */
const ICON = 88;

/** A point of the page on the drawing. */
function onDrawing(svg: SVGSVGElement, x: number, y: number, width: number): Spot {
  const screen = svg.getScreenCTM()!;
  const point = new DOMPoint(x, y).matrixTransform(screen.inverse());
  return { x: point.x, y: point.y, scale: width / (ICON * screen.a) };
}

/** Where a piece comes from or goes to that is not on the board: the pointer that let it go, or its place in the hand. */
function hand(svg: SVGSVGElement, piece: Piece): Spot | undefined {
  const dropped = lastDrop();
  if (dropped && piece.square !== OFF) return onDrawing(svg, dropped.x, dropped.y, 72);
  const lying = svg.closest(".play-area")?.querySelector(`[data-hand="${piece.owner}"]`);
  const box = (lying?.querySelector(`[data-kind="${piece.kind}"]`) ?? lying)?.getBoundingClientRect();
  if (!box?.width) return undefined;
  return onDrawing(svg, box.left + box.width / 2, box.top + box.height / 2, Math.min(box.width, box.height));
}

/** An arc from the hand, a fall, and the weight on arrival. */
function arrival(from: Spot, at: Spot): Keyframe[] {
  const above = { x: (from.x + 3 * at.x) / 4, y: Math.min(from.y, at.y, (from.y + at.y) / 2) - 34, scale: at.scale * 1.12 };
  return [
    { transform: moved(from), easing: "cubic-bezier(.3,.3,.5,1)" },
    { transform: moved(above), offset: 0.5, easing: FALL },
    { transform: moved(at, SQUASHED), offset: LANDING + 0.06 },
    { transform: moved(at) },
  ];
}

function fall(from: Spot, at: Spot): Keyframe[] {
  const above = { x: at.x, y: Math.min(from.y, at.y - 46), scale: 0.9 };
  return [
    { transform: moved(from), easing: "ease-out" },
    { transform: moved(above), offset: 0.38, easing: FALL },
    { transform: moved(at, SQUASHED), offset: LANDING },
    { transform: moved(at, " scale(.99,1.03)"), offset: 0.88 },
    { transform: moved(at) },
  ];
}

/** Over the rim and, small again, back into the hand it came from. */
function leaving(from: Spot, beside: Spot, home: Spot): Keyframe[] {
  return [
    { transform: moved(from), easing: GLIDE },
    { transform: moved(beside), offset: SLIDE / (SLIDE + TRAVEL), easing: "ease-in-out" },
    { transform: moved(home), opacity: 1, offset: 0.97 },
    { transform: moved(home), opacity: 0 },
  ];
}

/** One that stands in the way is met first, and slides on when it is met. */
const pushed = (from: Spot, at: Spot): Keyframe[] => [
  { transform: moved(from) },
  { transform: moved(from), offset: CONTACT, easing: GLIDE },
  { transform: moved(at) },
];

/** Whether another piece now stands where this one stood. */
const makesRoom = (piece: Piece, known: ReadonlyMap<string, Placed>, now: readonly Placed[]): boolean => {
  const { square } = known.get(piece.id)!.piece;
  return now.some((other) => other.piece.square === square && known.get(other.piece.id)?.piece.square !== square);
};

interface Flight {
  frames: Keyframe[];
  duration: number;
  /** Above all other pieces. */
  high?: boolean;
}

function flight({ piece, ...at }: Placed, known: ReadonlyMap<string, Placed>, now: readonly Placed[], svg: SVGSVGElement): Flight {
  const before = known.get(piece.id);
  if (!before) {
    const from = hand(svg, piece);
    if (!from) return { frames: [{ transform: moved({ ...at, y: at.y - 26 }), opacity: 0 }, { transform: moved(at), opacity: 1 }], duration: LIFT };
    return { frames: arrival(from, at), duration: TRAVEL, high: true };
  }
  if (piece.square === OFF) return { frames: leaving(before, at, hand(svg, piece) ?? at), duration: SLIDE + TRAVEL, high: true };
  if (before.piece.square === AIR && piece.square !== AIR) return { frames: fall(before, at), duration: DROP, high: true };
  if (makesRoom(piece, known, now)) return { frames: pushed(before, at), duration: SLIDE };
  const lift = piece.square === AIR;
  return { frames: [{ transform: moved(before) }, { transform: moved(at) }], duration: lift ? LIFT : SLIDE, high: lift };
}

/** Shows a copy above all pieces, and the piece itself only when it has come down. */
function fly(element: SVGGElement, { frames, duration }: Flight): void {
  const sky = element.ownerSVGElement?.querySelector(".sky");
  const copy = sky?.appendChild(element.cloneNode(true)) as SVGGElement | undefined;
  element.animate([{ opacity: 0 }, { opacity: 0 }], duration);
  const way = copy?.animate(frames, { duration, easing: GLIDE, fill: "forwards" });
  if (way) way.onfinish = way.oncancel = () => copy?.remove();
}

/** Lets the pieces that are no longer where they were go from there to where they are. */
export function go(placed: readonly Placed[], known: ReadonlyMap<string, Placed>, elements: ReadonlyMap<string, SVGGElement>): void {
  for (const each of placed) {
    const [element, from] = [elements.get(each.piece.id), known.get(each.piece.id)];
    if (!element?.ownerSVGElement || (from?.x === each.x && from.y === each.y)) continue;
    const way = flight(each, known, placed, element.ownerSVGElement);
    if (way.high) fly(element, way);
    else element.animate(way.frames, { duration: way.duration, easing: GLIDE });
  }
}
