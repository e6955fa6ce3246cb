import { describe, expect, it } from "vitest";
import { movesOf, optionOf, sowingsOf, type Choices } from "../src/board/choices";
import { press, type Walk } from "../src/board/walk";

const QUANTIK = { turn: 2 as const, choices: { place: { A: ["a1"], D: ["c2", "d4"] } } };
const QOMET = { turn: 1 as const, choices: { place: { star: ["a1"] }, move: { d4: { d5: "d6", c4: null }, g7: { off: null } } } };
const SQUARES: NonNullable<Choices["beside"]> = { a1: { n: "a2", e: "b1" }, a2: { e: "b2", s: "a1" }, b1: { n: "b2", w: "a1" }, b2: { s: "b1", w: "a2" } };
const QAWALE = { turn: 1 as const, choices: { sow: { a1: "001", b2: "01" }, beside: SQUARES, straight_back: false } };

describe("the choices of a board", () => {
  it("become placings with a shape or a star", () => {
    expect(movesOf(QUANTIK).map(({ move }) => move)).toEqual(["A@a1", "D@c2", "D@d4"]);
    expect(movesOf(QUANTIK)[1]!.steps).toEqual([{ place: "D", by: 2, at: "c2" }]);
    expect(movesOf(QOMET)[0]).toEqual({ move: "@a1", steps: [{ place: "star", by: 1, at: "a1" }] });
  });

  it("become moves that push what stands in the way first", () => {
    const [push, slide, off] = movesOf(QOMET).slice(1);
    expect(push).toEqual({ move: "d4-d5", steps: [{ from: "d5", to: "d6" }, { from: "d4", to: "d5", by: 1 }] });
    expect(slide!.steps).toEqual([{ from: "d4", to: "c4", by: 1 }]);
    expect(off!.move).toBe("g7-off");
  });
});

describe("a sowing", () => {
  const walked = (...walk: string[]): string[] => sowingsOf(QAWALE, walk).map(({ move }) => move);

  it("begins with a stack and goes on beside it, never straight back", () => {
    expect(walked()).toEqual(["a1", "b2"]);
    expect(walked("a1")).toEqual(["a1", "b2", "a1n", "a1e"]);
    expect(walked("a1", "a2")).toEqual(["a1", "b2", "a1n", "a1ne"]);
  });

  it("is a move when the last pebble has dropped, bottom pebble first", () => {
    const walk: Walk = ["a1", "a2", "b2"];
    const { move } = press(sowingsOf(QAWALE, walk), walk, "b1");
    expect(move).toMatchObject({ move: "a1nes", partial: false });
    expect(move!.steps.slice(2)).toEqual([{ drop: "0", at: "a2" }, { drop: "0", at: "b2" }, { drop: "1", at: "b1" }]);
    expect(sowingsOf(QAWALE, ["a1", "a2", "b2", "b1"]).map((option) => option.move)).toEqual(["a1", "b2", "a1nes"]);
  });
});

describe("a move given as text", () => {
  it("is found among the choices, or is none of them", () => {
    expect(optionOf(QUANTIK, "D@c2")?.steps).toHaveLength(1);
    expect(optionOf(QUANTIK, "D@a1")).toBeUndefined();
    expect(optionOf(QAWALE, "a1nes")?.steps).toHaveLength(5);
    expect(["a1", "a1ne", "a1nsn", "a1nnn", "a1nesw", "a2ne", ""].map((move) => optionOf(QAWALE, move))).toEqual(Array(7).fill(undefined));
  });
});
