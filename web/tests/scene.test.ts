import { describe, expect, it } from "vitest";
import { AIR, apply, contents, keepIdentities, on, parseScene, same, sideToMove, stages } from "../src/board/scene";

describe("reading a position", () => {
  it("finds the squares of each game", () => {
    expect(contents("quantik", "..../.A../..b./....")).toMatchObject({ b3: "A", c2: "b", a1: "" });
    expect(contents("qawale", "00,x2,00/x4/x4/001,x,00,2 1")).toMatchObject({ a4: "00", b4: "", a1: "001", d1: "2" });
    expect(contents("qomet", "1../.../.2./......./.../.../..2 1 -")).toMatchObject({ a7: "1", d5: "2", g1: "2", d4: "" });
  });

  it("says who is to move", () => {
    expect(sideToMove("quantik", "..../.A../..b./....")).toBe(1);
    expect(sideToMove("quantik", "..../.A../..../....")).toBe(2);
    expect(sideToMove("qawale", "00,x2,00/x4/x4/00,x2,00 1")).toBe(1);
    expect(sideToMove("qomet", "1../.../.../......./.../.../... 2 -")).toBe(2);
  });

  it("stacks pebbles from the bottom", () => {
    const stack = on(parseScene("qawale", "00,x2,00/x4/x4/012,x,00,x 1"), "a1");
    expect(stack.map((pebble) => [pebble.owner, pebble.level])).toEqual([[0, 0], [1, 1], [2, 2]]);
  });
});

describe("applying steps", () => {
  it("moves a pusher and the pushed star at once, and takes stars off", () => {
    const scene = parseScene("qomet", ".../.2./.1./......./.../.../... 1 -");
    const pushed = apply(scene, [{ from: "d6", to: "d7", by: 2 }, { from: "d5", to: "d6", by: 1 }]);
    expect(same(pushed, parseScene("qomet", ".2./.1./.../......./.../.../... 2 -"))).toBe(true);
    expect(apply(pushed, [{ from: "d7", to: "off", by: 2 }]).length).toBe(1);
  });

  it("sows a stack with the bottom pebble first and the new one last", () => {
    const scene = parseScene("qawale", "00,x2,00/x4/x4/00,x2,00 1");
    const steps = [{ place: "1", by: 1 as const, at: "a1" }, { lift: "a1" }, { drop: "0", at: "a2" }, { drop: "0", at: "a3" }, { drop: "1", at: "b3" }];
    const shown = stages(scene, steps);
    expect(on(shown[1]!, AIR).length).toBe(3);
    expect(same(shown.at(-1)!, parseScene("qawale", "00,x2,00/0,1,x2/0,x3/x3,00 2"))).toBe(true);
  });

  it("keeps the identity of pieces that stay", () => {
    const before = parseScene("quantik", "..../.A../..b./....");
    const after = keepIdentities(before, parseScene("quantik", "..../.A../..bC/...."));
    expect(on(after, "b3")[0]!.id).toBe(on(before, "b3")[0]!.id);
  });
});
