import { expect, test } from "vitest";
import { beats } from "../src/motion/beats";
import { apply, parseScene, stages, type Step } from "../src/board/scene";
import { figure } from "../src/motion/winning";

const heard = (steps: Step[]): string[] => beats(steps).flatMap(({ sounds }) => sounds.map(([, sound]) => sound));

test("a piece is heard when it lands, every sown pebble by itself", () => {
  expect(heard([{ place: "A", by: 1, at: "b2" }])).toEqual(["place"]);
  const sowing: Step[] = [{ place: "1", by: 1, at: "a1" }, { lift: "a1" }, { drop: "0", at: "a2" }, { drop: "1", at: "b2" }];
  expect(heard(sowing)).toEqual(["place", "lift", "drop", "drop"]);
});

test("a push is heard when the stars meet, and there is a beat for every stage", () => {
  const push: Step[] = [{ from: "d5", to: "d6" }, { from: "d4", to: "d5", by: 1 }];
  expect(heard(push)).toEqual(["slide", "push"]);
  const off: Step[] = [{ from: "d7", to: "off" }, { from: "d6", to: "d7", by: 1 }];
  expect(beats(off)).toHaveLength(stages([], off).length);
});

test("who is pushed off the board is still seen beside it", () => {
  const scene = parseScene("qomet", ".2./.1./.../......./.../.../...  2 ");
  const steps: Step[] = [{ from: "d7", to: "off" }, { from: "d6", to: "d7", by: 1 }];
  expect(stages(scene, steps).map((stage) => stage.map(({ square }) => square))).toEqual([["off", "d7"], ["d7"]]);
});

test("a piece that is tried again is the same piece", () => {
  const scene = parseScene("quantik", "A.../..../..../....");
  const place = (): string => apply(scene, [{ place: "B", by: 2, at: "c3" }]).at(-1)!.id;
  expect(place()).toBe(place());
});

test("the winning four are joined by a line or a square", () => {
  expect(figure("qawale", ["c3", "a1", "d4", "b2"])).toMatch(/^M28\.\d+ 371\.\d+L371\.\d+ 28\.\d+$/);
  expect(figure("quantik", ["a1", "b2", "a2", "b1"])).toBe("M50 250L150 250L150 350L50 350Z");
  expect(figure("qomet", ["d6", "f4", "d2", "b4"])).toMatch(/Z$/);
});
