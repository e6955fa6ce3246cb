/** How a rating went up and down, pairing by pairing. */
import type { JSX } from "preact";
import type { Profile } from "./api";
import { TITLES, type Game } from "../i18n/games";
import { number, t } from "../i18n/translate";
import { kindName } from "./words";

const [WIDE, HIGH, EDGE] = [240, 60, 4];

function Curve({ title, values }: { title: string; values: number[] }): JSX.Element {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const points = values.map((value, i) => {
    const x = EDGE + (i / (values.length - 1)) * (WIDE - 2 * EDGE);
    const y = HIGH - EDGE - ((value - low) / (high - low || 1)) * (HIGH - 2 * EDGE);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  const told = t("{what}: rating from {first} to {last}", { what: title, first: number(values[0]!), last: number(values.at(-1)!) });
  return (
    <figure class="curve">
      <svg viewBox={`0 0 ${WIDE} ${HIGH}`} role="img" aria-label={told}><polyline points={points.join(" ")} /></svg>
      <figcaption class="soft small">{told}</figcaption>
    </figure>
  );
}

/** One for each game and kind of clock with at least two pairings; the latest come first. */
export function Curves({ rated }: { rated: Profile["rated"] }): JSX.Element {
  const found = new Map<string, number[]>();
  for (const { game, kind, before, after } of [...rated].reverse()) {
    const title = `${TITLES[game as Game]}, ${kindName(kind)}`;
    found.set(title, [...(found.get(title) ?? [before]), after]);
  }
  return <>{[...found].filter(([, values]) => values.length > 2).map(([title, values]) => <Curve title={title} values={values} key={title} />)}</>;
}
