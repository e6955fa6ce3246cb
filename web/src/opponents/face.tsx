/**
 * The faces of the opponents, drawn in a square of 100 units from a few parts: what lies behind the
 * head, the head with eyes and mouth, and what lies before it. Eyes and mouth follow the mood.
 */
import type { JSX } from "preact";
import "./face.css";

export type Mood = "calm" | "thinks" | "glad" | "sad";

/** A path and its colour; with a width it is a line, without one an area. */
type Part = readonly [path: string, colour: string, width?: number];
interface Looks {
  backdrop: string;
  skin: string;
  brow: string;
  behind: readonly Part[];
  before: readonly Part[];
}

const SHOULDERS = "M12 104C13 84 28 77 50 77S87 84 88 104Z";
const COLLAR = "M37 78Q50 90 63 78L60 75H40Z";
const LENSES = "M30 49a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0M53 49a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0M47 48q3-2 6 0";
const EARRINGS = "M26 60a3 3 0 1 0 .1 0M74 60a3 3 0 1 0 .1 0";

const FACES: readonly Looks[] = [
  {
    backdrop: "#f6c453", skin: "#ffdcc0", brow: "#b4531c",
    behind: [[SHOULDERS, "#3c8d7d"]],
    before: [
      ["M26 45C22 24 38 14 50 17C47 12 52 7 58 8C54 12 57 15 60 17C73 20 78 32 74 45C70 37 66 33 61 32C62 35 60 37 57 37C56 33 50 32 46 33C38 33 29 36 26 45Z", "#d2691e"],
      ["M34 59h0M38 61h0M36 64h0M62 61h0M66 59h0M64 64h0", "#d98c5f", 2.2],
    ],
  },
  {
    backdrop: "#a8d8b9", skin: "#f3cfa4", brow: "#2d221c",
    behind: [[SHOULDERS, "#e07a5f"], ["M23 58C19 30 31 15 50 15S81 30 77 58L72 62H28Z", "#33261f"]],
    before: [["M26 46C25 28 36 19 50 19S75 28 74 46Q62 41 50 42Q38 41 26 46Z", "#33261f"]],
  },
  {
    backdrop: "#f2a7a0", skin: "#9a623f", brow: "#2b1a14",
    behind: [
      [SHOULDERS, "#f4d35e"],
      ["M50 8C60 4 69 9 71 15C80 16 86 25 83 33C90 40 88 51 82 55C82 64 74 69 67 66L33 66C26 69 18 64 18 55C12 51 10 40 17 33C14 25 20 16 29 15C31 9 40 4 50 8Z", "#2b1a14"],
    ],
    before: [
      ["M27 42C27 30 34 25 41 28C44 22 56 22 59 28C66 25 73 30 73 42C69 36 64 35 60 36C56 32 44 32 40 36C36 35 31 36 27 42Z", "#2b1a14"],
      [EARRINGS, "#f4d35e", 2],
    ],
  },
  {
    backdrop: "#9cc9e8", skin: "#e2b083", brow: "#4a2f1d",
    behind: [[SHOULDERS, "#d1495b"], ["M26 56C22 44 24 34 28 28H72C76 34 78 44 74 56L70 46H30Z", "#5b3a22"]],
    before: [
      ["M25 35C24 19 36 13 50 13S76 19 75 35Z", "#2f6690"],
      ["M24 35C40 30 66 30 88 37Q90 41 86 41C66 36 42 37 25 40Q22 38 24 35Z", "#244f70"],
      ["M50 13v4", "#244f70", 4],
    ],
  },
  {
    backdrop: "#e7d3ae", skin: "#fbd7b5", brow: "#6f4a2b",
    behind: [[SHOULDERS, "#5a7d4d"], [COLLAR, "#dfe8d2"]],
    before: [
      ["M26 46C20 32 28 18 40 19C46 11 60 12 64 18C76 19 80 34 74 46C73 39 70 35 66 33C61 36 55 34 52 31C47 35 40 36 36 34C31 36 28 40 26 46Z", "#8a5a33"],
      [LENSES, "#3b3a45", 2.2],
    ],
  },
  {
    backdrop: "#f4a259", skin: "#6d4330", brow: "#1d120d",
    behind: [[SHOULDERS, "#1b6e6a"], [COLLAR, "#f4d35e"]],
    before: [
      ["M27 40C27 24 38 20 50 20S73 24 73 40C70 33 66 30 60 30H40C34 30 30 33 27 40Z", "#1d120d"],
      ["M27 52C28 68 37 75 50 75S72 68 73 52C71 58 68 60 63 59C58 57 42 57 37 59C32 60 29 58 27 52ZM43 62Q50 59 57 62Q57 68 50 68T43 62Z", "#1d120d"],
    ],
  },
  {
    backdrop: "#c3d3ee", skin: "#e9bd92", brow: "#2b2119",
    behind: [[SHOULDERS, "#40394a"], ["M33 76Q50 88 67 76L70 84Q50 96 30 84Z", "#c8553d"], ["M56 84L66 102L56 104L50 88Z", "#b0472f"]],
    before: [
      ["M26 44C23 25 35 15 52 16C67 16 77 26 74 44C72 36 70 32 66 30C58 33 44 31 36 27C32 31 28 36 26 44Z", "#2b2119"],
      ["M50 59C46 56 40 57 37 61C42 63 47 63 50 61C53 63 58 63 63 61C60 57 54 56 50 59Z", "#2b2119"],
    ],
  },
  {
    backdrop: "#d9c2ea", skin: "#f8d9b8", brow: "#241d24",
    behind: [
      [SHOULDERS, "#7b5ea7"],
      ["M41 14a9 9 0 1 1 18 0a9 9 0 1 1-18 0", "#241d24"],
      ["M22 80C17 46 24 17 50 17S83 46 78 80Q70 84 66 80L68 50H32L34 80Q30 84 22 80Z", "#241d24"],
    ],
    before: [
      ["M26 50C23 30 34 19 50 19S77 30 74 50C72 42 66 34 54 29C48 37 34 40 26 50Z", "#241d24"],
      ["M38 12L64 8", "#d1495b", 2.4],
    ],
  },
  {
    backdrop: "#f2cf7e", skin: "#85523a", brow: "#24140e",
    behind: [[SHOULDERS, "#8c2f39"], [COLLAR, "#f2a541"]],
    before: [
      ["M25 41C20 18 36 6 52 8C70 6 82 20 75 41C66 32 58 29 50 29S34 32 25 41Z", "#12776f"],
      ["M60 12C66 2 80 4 78 13C86 18 78 28 70 24Z", "#159387"],
      ["M26 36C34 25 52 20 68 14M25 41C34 32 48 27 74 30", "#f2a541", 2.6],
      [EARRINGS, "#f2a541", 2.6],
    ],
  },
  {
    backdrop: "#33456b", skin: "#f0cdb0", brow: "#c9cbd3",
    behind: [
      [SHOULDERS, "#7a2e4d"],
      ["M22 62C16 34 28 13 50 13S84 34 78 62C74 70 68 70 66 62H34C32 70 26 70 22 62Z", "#e3e5ea"],
      ["M14 22h0M84 14h0M88 44h0M10 48h0M24 8h0", "#fff3c4", 2.6],
    ],
    before: [
      ["M26 48C24 30 34 19 50 19S76 30 74 48C71 38 66 32 60 30C50 36 38 34 34 32C30 36 27 41 26 48Z", "#eef0f4"],
      [LENSES, "#8f6b1f", 2],
      ["M33 62q2 2 1 5M67 62q-2 2-1 5", "#d5a98a", 1.6],
    ],
  },
];

const MOUTHS: Record<Mood, string> = {
  calm: "M43 64Q50 68 57 64",
  thinks: "M46 65.5Q50 64 55 66",
  glad: "M41 62.5Q50 75 59 62.5Q50 65 41 62.5Z",
  sad: "M43 67Q50 62 57 67",
};
const BROWS: Record<Mood, string> = {
  calm: "M33 39Q38 36.5 43 39M57 39Q62 36.5 67 39",
  thinks: "M33 40Q38 38.5 43 40M57 37Q62 33.5 67 36.5",
  glad: "M33 38Q38 34.5 43 38M57 38Q62 34.5 67 38",
  sad: "M33 39.5Q39 38.5 43 36.5M57 36.5Q61 38.5 67 39.5",
};

const draw = ([path, colour, width]: Part): JSX.Element =>
  width ? <path d={path} fill="none" stroke={colour} stroke-width={width} stroke-linecap="round" stroke-linejoin="round" />
    : <path d={path} fill={colour} fill-rule="evenodd" />;

function Eyes({ mood, brow }: { mood: Mood; brow: string }): JSX.Element {
  return (
    <>
      <g class="eyes">
        <ellipse cx="38.5" cy="49" rx="5" ry="5.4" fill="#fff" />
        <ellipse cx="61.5" cy="49" rx="5" ry="5.4" fill="#fff" />
        <g class="pupils">
          <circle cx="38.5" cy="49" r="3.3" /><circle cx="61.5" cy="49" r="3.3" />
          <circle cx="39.6" cy="47.8" r="1.1" fill="#fff" /><circle cx="62.6" cy="47.8" r="1.1" fill="#fff" />
        </g>
      </g>
      <path d={BROWS[mood]} fill="none" stroke={brow} stroke-width="2.4" stroke-linecap="round" />
    </>
  );
}

/** For eyes only: the name stands beside it. */
export function Face({ level, mood = "calm" }: { level: number; mood?: Mood }): JSX.Element {
  const { backdrop, skin, brow, behind, before } = FACES[level - 1]!;
  return (
    <svg class={`portrait ${mood}`} viewBox="0 0 100 100" aria-hidden="true">
      <circle cx="50" cy="50" r="50" fill={backdrop} />
      <g class="person">
        {behind.slice(0, 1).map(draw)}
        <path d="M41 62H59V79Q50 86 41 79Z" fill={skin} /><path d="M41 68Q50 78 59 68V74Q50 82 41 74Z" fill="#000" opacity=".14" />
        {behind.slice(1).map(draw)}
        <circle cx="27" cy="51" r="4.6" fill={skin} /><circle cx="73" cy="51" r="4.6" fill={skin} />
        <path d="M27 44C27 28 37 21 50 21S73 28 73 44C73 62 63 74 50 74S27 62 27 44Z" fill={skin} />
        <path d="M31 58a5 4 0 1 0 10 0a5 4 0 1 0-10 0M59 58a5 4 0 1 0 10 0a5 4 0 1 0-10 0" fill="#e2574c" opacity=".2" />
        <path d="M50 51Q47.5 57 51.5 57.5" fill="none" stroke="#000" stroke-opacity=".3" stroke-width="1.8" stroke-linecap="round" />
        <Eyes mood={mood} brow={brow} />
        <path d={MOUTHS[mood]} fill={mood === "glad" ? "#7c2323" : "none"} stroke="#5a2a22" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" />
        {before.map(draw)}
      </g>
    </svg>
  );
}
