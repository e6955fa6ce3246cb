/** A short game of each kind, as steps to show on the boards of the home page. */
import { apply, parseScene, stages, type Scene, type Step } from "../board/scene";
import { STARTS, type Game } from "../i18n/games";

interface Demo {
  turns: Step[][];
  squares: string[];
}

const DEMOS: Record<Game, Demo> = {
  quantik: {
    turns: [
      [{ place: "B", by: 1, at: "b4" }],
      [{ place: "A", by: 2, at: "a1" }],
      [{ place: "D", by: 1, at: "d3" }],
      [{ place: "B", by: 2, at: "a2" }],
      [{ place: "A", by: 1, at: "d2" }],
      [{ place: "A", by: 2, at: "a3" }],
      [{ place: "C", by: 1, at: "d1" }],
      [{ place: "D", by: 2, at: "a4" }],
      [{ place: "B", by: 1, at: "d4" }],
    ],
    squares: ["d1", "d2", "d3", "d4"],
  },
  qawale: {
    turns: [
      [{ place: "1", by: 1, at: "d1" }, { lift: "d1" }, { drop: "0", at: "c1" }, { drop: "0", at: "b1" }, { drop: "1", at: "a1" }],
      [{ place: "2", by: 2, at: "a4" }, { lift: "a4" }, { drop: "0", at: "a3" }, { drop: "0", at: "b3" }, { drop: "2", at: "b4" }],
      [{ place: "1", by: 1, at: "a1" }, { lift: "a1" }, { drop: "0", at: "b1" }, { drop: "0", at: "b2" }, { drop: "1", at: "c2" }, { drop: "1", at: "c1" }],
      [{ place: "2", by: 2, at: "b3" }, { lift: "b3" }, { drop: "0", at: "c3" }, { drop: "2", at: "c2" }],
      [{ place: "1", by: 1, at: "b4" }, { lift: "b4" }, { drop: "2", at: "c4" }, { drop: "1", at: "d4" }],
      [{ place: "2", by: 2, at: "c1" }, { lift: "c1" }, { drop: "0", at: "c2" }, { drop: "1", at: "b2" }, { drop: "2", at: "b1" }],
      [{ place: "1", by: 1, at: "c4" }, { lift: "c4" }, { drop: "2", at: "b4" }, { drop: "1", at: "a4" }],
      [{ place: "2", by: 2, at: "b1" }, { lift: "b1" }, { drop: "0", at: "b2" }, { drop: "0", at: "b3" }, { drop: "2", at: "a3" }, { drop: "2", at: "a2" }],
      [{ place: "1", by: 1, at: "b2" }, { lift: "b2" }, { drop: "0", at: "b1" }, { drop: "1", at: "c1" }, { drop: "0", at: "d1" }, { drop: "1", at: "d2" }],
      [{ place: "2", by: 2, at: "b1" }, { lift: "b1" }, { drop: "0", at: "c1" }, { drop: "2", at: "c2" }],
      [{ place: "1", by: 1, at: "c2" }, { lift: "c2" }, { drop: "1", at: "d2" }, { drop: "2", at: "d1" }, { drop: "0", at: "c1" }, { drop: "2", at: "c2" }, { drop: "1", at: "d2" }],
      [{ place: "2", by: 2, at: "d4" }, { lift: "d4" }, { drop: "0", at: "d3" }, { drop: "0", at: "c3" }, { drop: "1", at: "c2" }, { drop: "2", at: "b2" }],
      [{ place: "1", by: 1, at: "d2" }, { lift: "d2" }, { drop: "1", at: "d3" }, { drop: "1", at: "d4" }, { drop: "1", at: "c4" }, { drop: "1", at: "b4" }],
    ],
    squares: ["a4", "b4", "c4", "d4"],
  },
  qomet: {
    turns: [
      [{ place: "star", by: 1, at: "d3" }],
      [{ place: "star", by: 2, at: "b4" }],
      [{ place: "star", by: 1, at: "d4" }],
      [{ place: "star", by: 2, at: "g7" }],
      [{ place: "star", by: 1, at: "a4" }],
      [{ place: "star", by: 2, at: "f6" }],
      [{ place: "star", by: 1, at: "f4" }],
      [{ from: "f6", to: "e5" }, { from: "g7", to: "f6" }],
      [{ from: "d3", to: "d2" }, { from: "d4", to: "d3" }],
      [{ from: "a4", to: "off" }, { from: "b4", to: "a4" }],
      [{ place: "star", by: 1, at: "a7" }],
      [{ from: "e5", to: "d4" }, { from: "f6", to: "e5" }],
      [{ place: "star", by: 1, at: "b4" }],
      [{ from: "b4", to: "c4" }, { from: "a4", to: "b4" }],
      [{ place: "star", by: 1, at: "f6" }],
      [{ from: "d4", to: "c3" }, { from: "e5", to: "d4" }],
      [{ place: "star", by: 1, at: "f2" }],
      [{ place: "star", by: 2, at: "d7" }],
      [{ from: "d4", to: "d5" }, { from: "d3", to: "d4" }],
    ],
    squares: ["d2", "f2", "d4", "f4"],
  },
};

export interface Frame {
  scene: Scene;
  wait: number;
  /** The squares that win, at the end. */
  won?: string[];
}

/** Everything the demonstration shows, one scene after the other. */
export function film(game: Game): Frame[] {
  const { turns, squares } = DEMOS[game];
  let scene = parseScene(game, STARTS[game]);
  const frames: Frame[] = [{ scene, wait: 900 }];
  for (const steps of turns) {
    const shown = stages(scene, steps);
    shown.forEach((stage, i) => frames.push({ scene: stage, wait: i === shown.length - 1 ? 1100 : 260 }));
    scene = apply(scene, steps);
  }
  frames.push({ scene, wait: 3500, won: squares });
  return frames;
}
