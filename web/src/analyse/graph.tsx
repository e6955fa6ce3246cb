/** The value of a game over its moves, seen from light: won above, lost below, mistakes marked. */
import type { JSX } from "preact";
import type { JudgedMove } from "../net/api";
import { sideName } from "../i18n/games";
import { listed, t } from "../i18n/translate";
import { numberOf } from "../i18n/words";
import { verdictText } from "../board/marks";
import { gradeName } from "../review/words";

/** Light's prospects after a move, from -1 to 1: proven, or as the engine sees them. */
function level({ by, chance }: JudgedMove): number {
  return (2 * chance - 1) * (by === 1 ? 1 : -1);
}

function note(move: JudgedMove): string {
  const verdict = verdictText({ ...move, score: 2 * move.chance - 1 });
  const what = t("Move {n}: {move}", { n: numberOf(move.ply), move: move.move });
  return listed([what, sideName(move.by), verdict, gradeName(move.grade)].filter(Boolean));
}

interface GraphProps {
  moves: readonly JudgedMove[];
  at: number;
  look: (ply: number) => void;
}

const WIDE = 26;
const SIZE = { win: 60, middle: 40, loss: 20 };

export function Graph({ moves, at, look }: GraphProps): JSX.Element {
  const width = Math.max(6, moves.length) * WIDE + 8;
  const y = (move: JudgedMove): number => SIZE.middle + 10 - level(move) * 30;
  const x = (ply: number): number => ply * WIDE + WIDE / 2 + 4;
  const line = moves.map((move) => `${x(move.ply)} ${y(move)}`).join("L");
  return (
    <div class="graph" dir="ltr">
      <svg viewBox={`0 0 ${width} 100`} width={width} height="100" aria-hidden="true">
        {line && <path class="curve" d={`M${line}`} />}
        {moves.map((move) => (
          <g transform={`translate(${x(move.ply)} ${y(move)})`} class={`point ${move.grade ?? ""} ${at === move.ply + 1 ? "here" : ""}`}>
            {move.grade === "blunder" ? <path d="M0 -9L9 7H-9Z" /> : move.grade === "mistake" ? <rect x="-7" y="-7" width="14" height="14" /> : <circle r={move.value === "unknown" ? 2.5 : 5} />}
          </g>
        ))}
      </svg>
      <ol>
        {moves.map((move) => (
          <li style={{ left: `${x(move.ply) - WIDE / 2}px`, width: `${WIDE}px` }}>
            <button aria-label={note(move)} title={note(move)} onClick={() => look(move.ply + 1)} />
          </li>
        ))}
      </ol>
    </div>
  );
}
