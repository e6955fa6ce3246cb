import { afterEach, expect, test } from "vitest";
import { arrow, centre, squareAt, turned } from "../src/board/geometry";

afterEach(() => (turned.value = false));

test("a board that is turned shows every square where its opposite was", () => {
  const before = centre("quantik", "a1");
  turned.value = true;
  expect(centre("quantik", "d4")).toEqual(before);
  expect(centre("qomet", "d4")).toEqual({ x: 350, y: 350 });
});

test("on a turned board a point and the arrow keys find what is seen there", () => {
  turned.value = true;
  expect(squareAt("quantik", 0.1, 0.9)).toBe("d4");
  expect(arrow("quantik", "d4", "ArrowUp")).toBe("d3");
  expect(arrow("qomet", "g7", "ArrowRight")).toBe("d7");
});
