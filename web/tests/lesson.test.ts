/** After a mistake the summary leads to the lesson about exactly this mistake. */
import { describe, expect, it } from "vitest";
import type { JudgedMove, Told } from "../src/net/api";
import type { Game } from "../src/i18n/games";
import { lessonOf } from "../src/review/lesson";
import { lessons as quantik } from "../src/learn/lessons/quantik";
import { lessons as qawale } from "../src/learn/lessons/qawale";
import { lessons as qomet } from "../src/learn/lessons/qomet";

const COURSES = { quantik, qawale, qomet };

const told = (code: string, move = "", four = "", squares: string[] = []): Told => ({
  code, template: "", message: "", params: { move }, squares, line: [],
  parts: { four: { code: four, template: "", message: "", params: {} } },
});

const judged = (change: Partial<JudgedMove>): JudgedMove => ({
  ply: 6, position: "", move: "", by: 1, value: "unknown", distance: null, chance: 0.5, best: "", best_value: "unknown",
  best_distance: null, mistake: null, grade: "mistake", cost: 0.5, proven: true, reasons: [], answer: null, better: [], best_steps: [], ...change,
});

const MISTAKES: [Game, Partial<JudgedMove>, string][] = [
  ["quantik", { reasons: [told("misses", "A@a1", "region")] }, "win-with-a-region"],
  ["quantik", { reasons: [told("win-to-loss"), told("misses", "A@a1", "column")] }, "win-with-a-column"],
  ["quantik", { reasons: [told("misses", "A@a1", "row")] }, "win-with-a-row"],
  ["quantik", { reasons: [told("allows-shape", "D@d1", "row")] }, "the-first-trap"],
  ["quantik", { reasons: [told("overlooks", "D@d1", "row")] }, "shut-the-gap"],
  ["quantik", { reasons: [told("allows-stuck", "D@d1")] }, "leave-nothing-to-place"],
  ["quantik", { ply: 1, value: "loss", best_value: "win" }, "where-to-answer"],
  ["quantik", { ply: 2, value: "loss", best_value: "win" }, "punish"],
  ["quantik", { value: "loss", best_value: "win" }, "two-lines"],
  ["qawale", { reasons: [told("misses", "a1nee", "row")] }, "four-in-a-line"],
  ["qawale", { reasons: [told("misses", "a1nee", "diagonal")] }, "diagonals-count"],
  ["qawale", { reasons: [told("allows", "c3nwwsee", "row")] }, "long-arm"],
  ["qawale", { reasons: [told("overlooks", "a1nee", "row")] }, "the-first-trap"],
  ["qawale", { value: "loss" }, "two-lines"],
  ["qomet", { reasons: [told("misses", "@d4", "star-square", ["d4", "d5", "e5", "e4"])] }, "a-small-square-wins"],
  ["qomet", { reasons: [told("misses", "@a1", "star-square", ["a1", "a7", "g7", "g1"])] }, "a-large-square-wins-too"],
  ["qomet", { reasons: [told("gives", "", "star-square")] }, "the-first-trap"],
  ["qomet", { ply: 0, move: "@a1", best: "@d4", best_value: "win" }, "centre"],
  ["qomet", { ply: 1, move: "@g1", best: "@d4", value: "loss" }, "take-it"],
  ["qomet", { move: "d4-d5", best: "@c5", value: "loss" }, "stay"],
  ["qomet", { move: "@a1", best: "d3-d4", value: "loss" }, "push-out"],
  ["qomet", { move: "@a1", best: "@c4", value: "loss" }, "two-squares"],
];

describe("the lesson about a mistake", () => {
  it.each(MISTAKES)("in %s, of %j is %s", (game, change, name) => {
    expect(lessonOf(game, judged(change))).toBe(name);
    expect(COURSES[game]().map((lesson) => lesson.name)).toContain(name);
  });

  it("is none where the engine only likes another move better", () => {
    for (const game of ["quantik", "qawale", "qomet"] as const) expect(lessonOf(game, judged({}))).toBe(null);
  });
});
