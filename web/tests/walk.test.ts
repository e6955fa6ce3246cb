import { describe, expect, it } from "vitest";
import { complete, consistent, drag, next, press, presses, preview, type Option } from "../src/board/walk";

const sow = (square: string, path: string[], move: string): Option => ({
  move,
  steps: [{ place: "1", by: 1, at: square }, { lift: square }, ...path.map((at) => ({ drop: "0", at }))],
});
const SHAPES: Option[] = ["b3", "c3"].map((at) => ({ move: `A@${at}`, steps: [{ place: "A", by: 1, at }] }));
const PATHS = [sow("a1", ["a2", "a3"], "a1nn"), sow("a1", ["a2", "b2"], "a1ne"), sow("d4", ["d3", "d2"], "d4ss")];
const STARS: Option[] = [
  { move: "@a1", steps: [{ place: "star", by: 1, at: "a1" }] },
  { move: "d4-d5", steps: [{ from: "d5", to: "d6", by: 2 }, { from: "d4", to: "d5", by: 1 }] },
  { move: "g7-off", steps: [{ from: "g7", to: "off", by: 1 }] },
];

describe("the presses that make a move", () => {
  it("are a shape and a space, a stack and its path, a star and its target", () => {
    expect(presses(SHAPES[0]!.steps)).toEqual(["A", "b3"]);
    expect(presses(PATHS[1]!.steps)).toEqual(["a1", "a2", "b2"]);
    expect(STARS.map(({ steps }) => presses(steps))).toEqual([["a1"], ["d4", "d5"], ["g7", "off"]]);
  });
});

describe("walking", () => {
  it("goes on as long as a legal move begins like this", () => {
    expect([...next(PATHS, []).keys()]).toEqual(["a1", "d4"]);
    expect([...next(PATHS, ["a1", "a2"]).keys()]).toEqual(["a3", "b2"]);
    expect(consistent(PATHS, ["a1"]).length).toBe(2);
  });

  it("ends with the move when everything is pressed", () => {
    expect(press(PATHS, ["a1", "a2"], "b2").move?.move).toBe("a1ne");
    expect(press(STARS, [], "a1").move?.move).toBe("@a1");
    expect(complete(PATHS, ["a1", "a2"])).toBeUndefined();
  });

  it("refuses what no legal move allows and changes nothing", () => {
    expect(press(SHAPES, ["A"], "d4")).toEqual({ walk: ["A"], refused: true });
  });

  it("puts the piece down when it is pressed again", () => {
    expect(press(STARS, ["d4"], "d4").walk).toEqual([]);
  });

  it("takes up another piece instead, but never in the middle of a path", () => {
    expect(press(STARS, ["d4"], "g7").walk).toEqual(["g7"]);
    expect(press(PATHS, ["a1", "a2"], "d4").refused).toBe(true);
  });

  it("waits for the rest of a path that is only known in part", () => {
    const part: Option = { ...sow("a1", ["a2"], "a1n"), partial: true };
    expect(press([part], ["a1"], "a2")).toEqual({ walk: ["a1", "a2"], move: undefined });
  });
});

describe("dragging", () => {
  it("follows the path and steps back over it", () => {
    const there = drag(PATHS, drag(PATHS, ["a1"], "a2"), "a3");
    expect(there).toEqual(["a1", "a2", "a3"]);
    expect(drag(PATHS, there, "a2")).toEqual(["a1", "a2"]);
  });

  it("stays where it is over a square that is not allowed", () => {
    expect(drag(PATHS, ["a1"], "c3")).toEqual(["a1"]);
  });
});

describe("the preview", () => {
  it("shows a stack lifted and sown as far as it has been walked", () => {
    expect(preview(PATHS, ["a1"]).length).toBe(2);
    expect(preview(PATHS, ["a1", "a2"]).at(-1)).toEqual({ drop: "0", at: "a2" });
  });

  it("shows nothing before a choice is made", () => {
    expect(preview(STARS, [])).toEqual([]);
    expect(preview(STARS, ["d4"])).toEqual([]);
  });
});
