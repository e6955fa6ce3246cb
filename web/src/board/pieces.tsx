/**
 * The pieces as drawings around (0, 0), about 70 units wide. Light pieces are plain; dark ones
 * carry an inlaid ring, so that nobody has to tell them apart by colour.
 */
import type { ComponentChildren, JSX } from "preact";
import { GAMES } from "../i18n/games";
import type { Piece } from "./scene";

const side = (owner: number): string => (owner === 0 ? "neutral" : owner === 1 ? "light" : "dark");

function Shadow({ y, rx = 34 }: { y: number; rx?: number }): JSX.Element {
  return <ellipse class="shadow" cx="4" cy={y} rx={rx * 1.18} ry={rx / 2.5} />;
}

/** Light falls from the upper left: on a ball it gathers in a spot, and comes back faintly from below. */
function Sphere(): JSX.Element {
  return (
    <>
      <Shadow y={29} rx={30} />
      <circle class="body ball" r="33" />
      <path class="inlay" d="M-32.5 5 A34 13 0 0 0 32.5 5" />
      <path class="gleam" d="M27 17 A32 32 0 0 1 -9 30.5 A36 36 0 0 0 27 17Z" />
      <ellipse class="glint" cx="-12" cy="-14" rx="15" ry="11" transform="rotate(-38 -12 -14)" />
    </>
  );
}

/** Turned on a lathe: bright where it faces the light, with a bevelled rim around its flat top. */
function Cylinder(): JSX.Element {
  return (
    <>
      <Shadow y={30} rx={33} />
      <path class="body round" d="M-29 -22 V20 A29 11 0 0 0 29 20 V-22 Z" />
      <path class="foot-shade" d="M-29 10 V20 A29 11 0 0 0 29 20 V10 A29 11 0 0 1 -29 10Z" />
      <path class="inlay" d="M-29 1 A29 11 0 0 0 29 1" />
      <ellipse class="face" cy="-22" rx="29" ry="11" />
      <ellipse class="disc" cy="-22.5" rx="24.5" ry="8.5" />
      <path class="edge-light" d="M-28 -20 A28.5 10.5 0 0 0 10 -11.5" />
    </>
  );
}

/** Three faces, each as bright as it is turned to the light, and the edges catch some of it. */
function Cube(): JSX.Element {
  return (
    <>
      <Shadow y={26} rx={38} />
      <path class="body left" d="M-32 -17 L0 0 V35 L-32 18 Z" />
      <path class="body right" d="M32 -17 L0 0 V35 L32 18 Z" />
      <path class="foot-shade" d="M-32 4 L0 21 L32 4 V18 L0 35 L-32 18Z" />
      <path class="face" d="M0 -34 L32 -17 L0 0 L-32 -17 Z" />
      <path class="inlay" d="M-32 1 L0 18 L32 1" />
      <path class="edge-light" d="M-30.5 -15 L0 1.3 L30.5 -15 M0 3 V33" />
    </>
  );
}

/** Light and shade run together at the tip. */
function Cone(): JSX.Element {
  return (
    <>
      <Shadow y={28} rx={36} />
      <path class="body cone" d="M0 -38 L33 21 A33 12 0 0 1 -33 21 Z" />
      <path class="wedge-dim" d="M0 -38 L33 21 A33 12 0 0 1 4 32.9 Z" />
      <path class="wedge-dark" d="M0 -38 L33 21 A33 12 0 0 1 19 30.8 Z" />
      <path class="wedge-light" d="M0 -38 L-23 29.6 A33 12 0 0 1 -8 32.7 Z" />
      <path class="inlay" d="M-18.5 -5 A19 7 0 0 0 18.5 -5" />
    </>
  );
}

const SPECKS = "M-17 -9h0M3 -15h0M18 -9h0M-4 -5h0M11 -1h0M-14 1h0M27 1h0M-28 -3h0M0 8h0";

function Pebble({ owner }: { owner: number }): JSX.Element {
  return (
    <>
      <Shadow y={12} rx={44} />
      <path class="body ball" d="M-39 0 C-39 14 -22 22 0 22 S39 14 39 0 C39 -15 20 -25 0 -25 S-39 -15 -39 0Z" />
      <ellipse class="sheen" cx="-5" cy="-10" rx="25" ry="10" />
      {owner === 0 && <path class="specks" d={SPECKS} />}
      <ellipse class="inlay" cy="-7" rx="23" ry="10.5" />
    </>
  );
}

function star(radius: number): string {
  const points = Array.from({ length: 10 }, (_, i) => {
    const reach = i % 2 ? radius * 0.52 : radius;
    const turn = (i * Math.PI) / 5;
    return `${(reach * Math.sin(turn)).toFixed(1)} ${(-reach * Math.cos(turn)).toFixed(1)}`;
  });
  return `M${points.join("L")}Z`;
}
const SIZE = 41;
const STAR = star(SIZE);
const INNER_STAR = star(19);

/** The side of each ray that lies in the shade, so that the star rises to a ridge. */
const SHADED = Array.from({ length: 5 }, (_, i) => {
  const turn = (i * 2 * Math.PI) / 5;
  const point = (angle: number, reach: number): string => `${(reach * Math.sin(angle)).toFixed(1)} ${(-reach * Math.cos(angle)).toFixed(1)}`;
  return `M0 0L${point(turn, SIZE)}L${point(turn + Math.PI / 5, SIZE * 0.52)}Z`;
}).join("");

function Star(): JSX.Element {
  return (
    <>
      <path class="flat-shadow" d={STAR} transform="translate(3 8)" />
      <path class="body thick" d={STAR} transform="translate(0 4)" />
      <path class="face" d={STAR} />
      <path class="ridge" d={SHADED} />
      <path class="inlay" d={INNER_STAR} />
    </>
  );
}

const ART: Record<string, (props: { owner: number }) => JSX.Element> = {
  A: Sphere,
  B: Cylinder,
  C: Cube,
  D: Cone,
  pebble: Pebble,
  star: Star,
};

/** One piece, drawn where its parent puts it. */
export function PieceArt({ kind, owner }: Pick<Piece, "kind" | "owner">): JSX.Element {
  const Art = ART[kind]!;
  return (
    <g class={`piece ${kind === "pebble" || kind === "star" ? kind : "solid"} ${side(owner)}`}>
      <Art owner={owner} />
    </g>
  );
}

/** A piece as a small picture of its own, for trays, buttons and texts. */
export function PieceIcon(props: Pick<Piece, "kind" | "owner"> & { size?: number; children?: ComponentChildren }): JSX.Element {
  const size = `${(props.size ?? 40) / 16}rem`;
  return (
    <svg class="icon" viewBox="-44 -44 88 88" width={size} height={size} aria-hidden="true">
      <PieceArt kind={props.kind} owner={props.owner} />
      {props.children}
    </svg>
  );
}

const SIDES = ["light", "dark", "neutral"];
/** How bright a ball is from the middle of its light to its rim, and a round body from left to right. */
const BALL: [number, string][] = [[0, "hi"], [0.45, "face"], [0.86, "lo"], [1, "rim"]];
const ROUND: [number, string][] = [[0, "lo"], [0.1, "face"], [0.3, "hi"], [0.55, "face"], [0.88, "lo"], [1, "rim"]];

const Stops = ({ of, stops }: { of: string; stops: [number, string][] }): JSX.Element => (
  <>{stops.map(([offset, tone]) => <stop offset={offset} style={{ stopColor: `var(--${of}-${tone})` }} />)}</>
);

/** A fade downward from one colour to another, or slanting across. */
function Fade({ id, stops, across = 0 }: { id: string; stops: [number, string][]; across?: number }): JSX.Element {
  return (
    <linearGradient id={id} x2={across} y2="1">
      {stops.map(([offset, colour]) => <stop offset={offset} style={{ stopColor: colour }} />)}
    </linearGradient>
  );
}

/** The shades all boards share; put once into the page. */
export function Shades(): JSX.Element {
  return (
    <svg class="shades" aria-hidden="true" width="0" height="0">
      <defs>
        <clipPath id="wooden"><rect x="-26" y="-26" width="452" height="445" rx="26" /></clipPath>
        <radialGradient id="soft">
          <stop offset=".3" style={{ stopColor: "var(--shadow-deep)" }} />
          <stop offset="1" style={{ stopColor: "transparent" }} />
        </radialGradient>
        <radialGradient id="glint">
          <stop offset=".1" style={{ stopColor: "rgb(255 255 255 / 0.95)" }} />
          <stop offset="1" style={{ stopColor: "rgb(255 255 255 / 0)" }} />
        </radialGradient>
        <pattern id="hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path class="hatching" d="M0 1H5" />
        </pattern>
        <Fade id="carved" stops={[[0, "rgb(0 0 0 / 0.5)"], [0.5, "rgb(0 0 0 / 0.08)"], [1, "rgb(255 255 255 / 0.55)"]]} />
        <Fade id="bevel" stops={[[0, "rgb(255 255 255 / 0.6)"], [0.3, "rgb(255 255 255 / 0.05)"], [1, "rgb(0 0 0 / 0.15)"]]} />
        <Fade id="foot" stops={[[0.5, "rgb(0 0 0 / 0)"], [1, "rgb(0 0 0 / 0.28)"]]} />
        {SIDES.flatMap((name) => [
          <radialGradient id={`ball-${name}`} cx="50%" cy="50%" r="62%" fx="32%" fy="26%"><Stops of={name} stops={BALL} /></radialGradient>,
          <linearGradient id={`round-${name}`}><Stops of={name} stops={ROUND} /></linearGradient>,
          <Fade id={`top-${name}`} across={1} stops={[[0, `var(--${name}-hi)`], [1, `var(--${name}-face)`]]} />,
        ])}
        {GAMES.map((game) => (
          <g class={game}>
            <linearGradient id={`wood-${game}`} x1="0" y1="0" x2="1" y2="1">
              <stop offset="0" style={{ stopColor: "var(--wood-1)" }} />
              <stop offset=".5" style={{ stopColor: "var(--wood-2)" }} />
              <stop offset="1" style={{ stopColor: "var(--wood-3)" }} />
            </linearGradient>
            <radialGradient id={`dent-${game}`} cx="50%" cy="72%" r="72%">
              <stop offset="0" style={{ stopColor: "var(--dent-2)" }} />
              <stop offset="1" style={{ stopColor: "var(--dent-1)" }} />
            </radialGradient>
          </g>
        ))}
      </defs>
    </svg>
  );
}
