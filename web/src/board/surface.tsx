/**
 * The three empty boards: by nature wood with dents, sandstone with dents, slate with engraved
 * lines; or all of marble, or printed on paper. Colours come from the looks.
 */
import type { JSX } from "preact";
import type { Game } from "../i18n/games";
import { coordinates, isOn, pieceSet, veins } from "../settings/settings";
import { centre, ROWS } from "./geometry";

/** The same scatter of numbers from 0 to 1 on every visit. */
export function scatter(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 16807) % 2147483647) / 2147483647;
}

/** Growth rings: lines along the board that bend around a knot. */
function rings(count: number): string {
  const knot = { x: 322, y: 128 };
  const chance = scatter(7);
  const lines = Array.from({ length: count }, (_, i) => {
    const y = -22 + (i + 0.6 * chance()) * (440 / count);
    const wave = 2 + 4 * chance();
    const points = Array.from({ length: 16 }, (_, j) => {
      const x = -26 + j * 30.2;
      const pull = 26 * Math.exp(-(((x - knot.x) / 70) ** 2)) * Math.exp(-Math.abs(y - knot.y) / 38);
      const bent = y + (y < knot.y ? -pull : pull) + wave * Math.sin(x / 74 + i / 4);
      return `${Math.round(x)} ${Math.round(10 * Math.min(417, Math.max(-24, bent))) / 10}`;
    });
    return `M${points.join("L")}`;
  });
  return lines.join("");
}

/** Grains of stone, as dots: lines of no length with round ends. */
function grains(count: number, width: number, height: number, seed: number): string {
  const chance = scatter(seed);
  const dot = (): string => `M${Math.round(chance() * width)} ${Math.round(chance() * height)}h0`;
  return Array.from({ length: count }, dot).join("");
}

/** Made when it is first drawn, once. */
export function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

const wood = once(() => [rings(44), rings(13)]);
const sand = once(() => [grains(260, 436, 430, 3), grains(60, 436, 430, 11)]);
const slate = once(() => [grains(240, 670, 670, 5), grains(50, 670, 670, 13)]);
const NATURE: Record<Game, { kind: string; paths: () => string[] }> = {
  quantik: { kind: "rings", paths: wood },
  qawale: { kind: "grains", paths: sand },
  qomet: { kind: "grains", paths: slate },
};

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
  rx: number;
}

/** A thick board that lies on the table: its shadow, its edge, its top, and what it is made of. */
function Slab({ box, children }: { box: Box; children: JSX.Element }): JSX.Element {
  return (
    <>
      {[18, 14, 10, 6, 2].map((soft) => (
        <rect class="slab-shadow" x={box.x - soft / 2} y={box.y + 8} width={box.width + soft} height={box.height + soft} rx={box.rx + soft / 2} />
      ))}
      <rect class="slab-edge" {...box} y={box.y + 7} />
      <rect class="slab" {...box} />
      {children}
      <rect class="bevel" x={box.x + 1.5} y={box.y + 1.5} width={box.width - 3} height={box.height - 3} rx={box.rx - 1.5} />
    </>
  );
}

const SQUARE: Box = { x: -26, y: -26, width: 452, height: 445, rx: 26 };

/** What a board is made of, as far as one sees it. */
function Texture({ game }: { game: Game }): JSX.Element | null {
  if (pieceSet.value === "paper") return null;
  const stone = pieceSet.value === "marble" && veins.value;
  const { kind, paths } = NATURE[game];
  const shown = stone ? stone(game) : paths();
  const at = game === "qomet" ? 15 : stone || game === "qawale" ? -18 : 0;
  return <g class={`texture ${stone ? "veins" : kind}`} transform={`translate(${at} ${at})`}>{shown.map((d) => <path d={d} />)}</g>;
}

/** Letters and digits in the rim; the squares themselves carry them in their labels. */
function Rim({ game }: { game: Game }): JSX.Element {
  const [files, left, bottom] = game === "qomet" ? ["abcdefg", 17, 686] as const : ["abcd", -14, 413] as const;
  return (
    <g class="rim">
      {[...files].map((file) => <text x={centre(game, `${file}1`).x} y={bottom}>{file}</text>)}
      {[...files].map((_, i) => <text x={left} y={centre(game, `a${i + 1}`).y + 5}>{i + 1}</text>)}
    </g>
  );
}

const Quantik = (): JSX.Element => (
  <>
    <Slab box={SQUARE}><g clip-path="url(#wooden)"><Texture game="quantik" /></g></Slab>
    <path class="groove-light" d="M202 2 V402 M2 202 H402" />
    <path class="groove" d="M200 0 V400 M0 200 H400" />
    {ROWS.quantik.flat().map((square) => {
      const { x, y } = centre("quantik", square);
      return <circle class="dent" cx={x} cy={y} r="41" />;
    })}
  </>
);

const GRID = "M100 4 V396 M200 4 V396 M300 4 V396 M4 100 H396 M4 200 H396 M4 300 H396";

const Qawale = (): JSX.Element => (
  <>
    <Slab box={SQUARE}><Texture game="qawale" /></Slab>
    <path class="hairline light" d={GRID} transform="translate(1.5 1.5)" />
    <path class="hairline" d={GRID} />
    {ROWS.qawale.flat().map((square) => {
      const { x, y } = centre("qawale", square);
      return <ellipse class="dent" cx={x} cy={y + 9} rx="43" ry="29" />;
    })}
  </>
);

const LINES =
  "M50 50H650V650H50Z M150 150H550V550H150Z M250 250H450V450H250Z M350 50V650 M50 350H650 M50 50L650 650 M650 50L50 650";

const Qomet = (): JSX.Element => (
  <>
    <Slab box={{ x: 2, y: 2, width: 696, height: 690, rx: 44 }}><Texture game="qomet" /></Slab>
    <path class="line-cut" d={LINES} />
    <path class="line" d={LINES} />
    {ROWS.qomet.flat().map((square) => {
      const { x, y } = centre("qomet", square);
      return <circle class="node" cx={x} cy={y} r="17" />;
    })}
  </>
);

const SURFACES: Record<Game, () => JSX.Element> = { quantik: Quantik, qawale: Qawale, qomet: Qomet };

/** An empty board; small pictures go without letters and digits. */
export function Surface({ game, plain }: { game: Game; plain?: boolean }): JSX.Element {
  const Art = SURFACES[game];
  return (
    <g class="surface">
      <Art />
      {!plain && isOn(coordinates) && <Rim game={game} />}
    </g>
  );
}
