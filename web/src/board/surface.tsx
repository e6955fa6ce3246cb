/** The three empty boards: wood with dents, sandstone with dents, slate with engraved lines. */
import type { JSX } from "preact";
import type { Game } from "../games";
import { coordinates, isOn } from "../settings";
import { centre, FRAMES, ROWS } from "./geometry";

const GRAIN = Array.from({ length: 10 }, (_, i) => {
  const y = 2 + i * 42 + (i % 3) * 7;
  const bend = 9 + (i % 4) * 6;
  return `M-25 ${y} C90 ${y - bend} 180 ${y + bend} 260 ${y} S400 ${y - bend} 425 ${y + 4}`;
});

function Slab({ game }: { game: Game }): JSX.Element {
  const { width } = FRAMES[game];
  return (
    <>
      <rect class="slab-edge" x="-26" y="-20" width={width} height="446" rx="26" />
      <rect class="slab" x="-26" y="-26" width={width} height="446" rx="26" />
      <g class="grain">{GRAIN.map((d) => <path d={d} />)}</g>
    </>
  );
}

const Dents = ({ game, r }: { game: Game; r: number }): JSX.Element => (
  <g>
    {ROWS[game].flat().map((square) => {
      const { x, y } = centre(game, square);
      return <circle class="dent" cx={x} cy={y} r={r} />;
    })}
  </g>
);

/** Letters and digits in the rim; the squares themselves carry them in their labels. */
function Rim({ game }: { game: Game }): JSX.Element {
  const [files, left, bottom] = game === "qomet" ? ["abcdefg", 20, 686] as const : ["abcd", -14, 415] as const;
  return (
    <g class="rim">
      {[...files].map((file, i) => <text x={i * 100 + 50} y={bottom}>{file}</text>)}
      {[...files].map((_, i) => <text x={left} y={i * 100 + 55}>{files.length - i}</text>)}
    </g>
  );
}

const Quantik = (): JSX.Element => (
  <>
    <Slab game="quantik" />
    <path class="groove" d="M200 0 V400 M0 200 H400" />
    <Dents game="quantik" r={41} />
  </>
);

const Qawale = (): JSX.Element => (
  <>
    <Slab game="qawale" />
    <path class="hairline" d="M100 4 V396 M200 4 V396 M300 4 V396 M4 100 H396 M4 200 H396 M4 300 H396" />
    <Dents game="qawale" r={36} />
  </>
);

const LINES =
  "M50 50H650V650H50Z M150 150H550V550H150Z M250 250H450V450H250Z M350 50V650 M50 350H650 M50 50L650 650 M650 50L50 650";

const Qomet = (): JSX.Element => (
  <>
    <rect class="slab-edge" x="8" y="12" width="684" height="686" rx="44" />
    <rect class="slab" x="8" y="4" width="684" height="686" rx="44" />
    <path class="line-cut" d={LINES} />
    <path class="line" d={LINES} />
    {ROWS.qomet.flat().map((square) => {
      const { x, y } = centre("qomet", square);
      return <circle class="node" cx={x} cy={y} r="17" />;
    })}
  </>
);

const SURFACES: Record<Game, () => JSX.Element> = { quantik: Quantik, qawale: Qawale, qomet: Qomet };

export function Surface({ game }: { game: Game }): JSX.Element {
  const Art = SURFACES[game];
  return (
    <g class="surface">
      <Art />
      {isOn(coordinates) && <Rim game={game} />}
    </g>
  );
}
