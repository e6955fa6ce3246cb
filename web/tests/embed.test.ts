import { describe, expect, it } from "vitest";
import "./match";

const { isDrawable, movesIn, wishOf } = await import("../src/embed/wish");
const { GAMES, STARTS } = await import("../src/i18n/games");
const wished = (game: (typeof GAMES)[number], text: string) => wishOf(game, new URLSearchParams(text));

describe("a board in somebody's page", () => {
  it("begins at the start of the game where no position is named", () => {
    for (const game of GAMES) expect(wished(game, "")).toEqual({ game, position: STARTS[game], moves: [], level: null, side: null });
  });

  it("takes underscores for spaces, as addresses have them", () => {
    expect(wished("qomet", "position=.../.../.../...1.../.../.../..._2_-")).toMatchObject({ position: ".../.../.../...1.../.../.../... 2 -" });
  });

  it("draws positions of its game only", () => {
    expect(isDrawable("quantik", ".a../.A../..b./....")).toBe(true);
    expect(isDrawable("qawale", "00,x2,00/x4/x,1,x2/00,0,0,x 2")).toBe(true);
    for (const bad of ["", "abc", "..../..../....", "...../..../..../....", "..../..../..../...E", "..../..../..../.... 1"]) expect(isDrawable("quantik", bad)).toBe(false);
    for (const bad of ["00,x2,00/x4/x4/00,x2,00", "00,x2,00/x4/x4/00,x2 1", "00,x2,03/x4/x4/00,x2,00 1"]) expect(isDrawable("qawale", bad)).toBe(false);
    for (const bad of [".../.../.../...3.../.../.../... 1 -", ".../.../.../...1.../.../.../... 1"]) expect(isDrawable("qomet", bad)).toBe(false);
  });

  it("reads moves between spaces or commas, and those of a record", () => {
    expect(movesIn("@d4 @d5,d4-e4\n")).toEqual(["@d4", "@d5", "d4-e4"]);
    expect(movesIn("1. A@b3 b@c1 2. C@a1 1-0")).toEqual(["A@b3", "b@c1", "C@a1"]);
    expect(movesIn("4d")).toEqual(["4d"]);
  });

  it("knows ten levels and two sides", () => {
    expect(wished("qomet", "play=10&side=2")).toMatchObject({ level: 10, side: 2 });
    for (const bad of ["", "0", "11", "six", "6.5"]) expect(wished("qomet", `play=${bad}`)).toBeTypeOf("string");
  });

  it("says a sentence where a position cannot be read", () => {
    expect(wished("qomet", "position=abc")).toBe("This is no position of Qomet: abc");
  });
});
