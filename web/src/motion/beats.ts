/** How a move is shown and heard in time: what sounds when, and how long each stage lasts. */
import type { Sound } from "../sound/sound";
import { OFF, type Step } from "../board/scene";

/** From the hand to the board; from space to space; up into the hand; down from it. In milliseconds. */
export const TRAVEL = 360;
export const SLIDE = 320;
export const LIFT = 190;
export const DROP = 230;
/** The share of a slide after which a star meets the one it pushes. */
export const CONTACT = 0.4;
/** The share of a fall after which a piece touches the board. */
export const LANDING = 0.72;

export interface Beat {
  sounds: [number, Sound][];
  lasts: number;
}

const placing: Beat = { sounds: [[TRAVEL * LANDING, "place"]], lasts: TRAVEL };

function sowing(step: Step): Beat {
  if (step.lift) return { sounds: [[0, "lift"]], lasts: LIFT };
  return step.drop === undefined ? placing : { sounds: [[DROP * LANDING, "drop"]], lasts: DROP };
}

/** One beat for each stage of a move. */
export function beats(steps: readonly Step[]): Beat[] {
  if (steps.some((step) => step.lift)) return steps.map(sowing);
  const trips = steps.filter((step) => step.from);
  if (!trips.length) return [placing];
  const end: [number, Sound] = trips.length > 1 ? [SLIDE * CONTACT, "push"] : [SLIDE * 0.9, "step"];
  const off = trips.some((step) => step.to === OFF);
  const slide: Beat = { sounds: [[0, "slide"], end], lasts: off ? SLIDE + TRAVEL : SLIDE };
  return off ? [slide, { sounds: [], lasts: 0 }] : [slide];
}
