import { beforeEach, expect, test, vi } from "vitest";

const kept = new Map<string, string>();
vi.stubGlobal("localStorage", { getItem: (name: string) => kept.get(name) ?? null, setItem: (name: string, value: string) => kept.set(name, value) });
vi.stubGlobal("addEventListener", () => undefined);

async function fresh(): Promise<typeof import("../src/ui/progress")> {
  vi.resetModules();
  return import("../src/ui/progress");
}

beforeEach(() => kept.clear());
const attempt = (puzzle: string, right: boolean, difficulty = 1) => ({ puzzle, right, difficulty, at: 1 });

test("a newcomer has done nothing, and what is done is kept with a version", async () => {
  const { attempted, isNewcomer, progress } = await fresh();
  expect(isNewcomer(progress.value)).toBe(true);
  attempted("quantik", attempt("one", true));
  expect(JSON.parse(kept.get("tetrad.progress")!)).toMatchObject({ version: 1, games: { quantik: { attempts: [{ puzzle: "one" }] } } });
  const again = await fresh();
  expect(again.isNewcomer(again.progress.value)).toBe(false);
});

test("puzzles solved before there was one record stay solved, and are not rated", async () => {
  kept.set("tetrad.solved.qomet", '["old"]');
  const { progress, rated, solvedOf } = await fresh();
  expect([...solvedOf(progress.value.games.qomet)]).toEqual(["old"]);
  expect(rated(progress.value.games.qomet)).toEqual({ rating: 800, counted: 0 });
});

test("a damaged record counts as none", async () => {
  kept.set("tetrad.progress", "{");
  const { isNewcomer, progress } = await fresh();
  expect(isNewcomer(progress.value)).toBe(true);
});

test("what a record does not know yet is empty, and what we do not know of it stays", async () => {
  kept.set("tetrad.progress", JSON.stringify({ version: 1, games: { qomet: { beaten: [3] } }, days: ["2026-01-01"] }));
  const { learnt, progress } = await fresh();
  expect(progress.value.games.qomet.attempts).toEqual([]);
  learnt("qomet", "push");
  expect(JSON.parse(kept.get("tetrad.progress")!).games.qomet).toMatchObject({ beaten: [3], lessons: ["push"] });
});

test("a failed puzzle lies on the pile until it is solved, the latest on top", async () => {
  const { failedOf } = await fresh();
  const attempts = [attempt("a", false), attempt("b", false), attempt("c", true), attempt("a", false), attempt("b", true)];
  expect(failedOf({ lessons: [], runs: [], met: {}, attempts })).toEqual(["a"]);
  expect(failedOf({ lessons: [], runs: [], met: {}, attempts: attempts.slice(0, 4) })).toEqual(["a", "b"]);
});

test("the rating grows with what is solved, more with harder ones, and the first try counts", async () => {
  const { rated } = await fresh();
  const of = (...attempts: ReturnType<typeof attempt>[]): number => rated({ lessons: [], runs: [], met: {}, attempts }).rating;
  expect(of()).toBe(800);
  expect(of(attempt("a", true))).toBe(820);
  expect(of(attempt("a", true, 3))).toBeGreaterThan(of(attempt("a", true, 2)));
  expect(of(attempt("a", false))).toBe(780);
  expect(of(attempt("a", false), attempt("a", true))).toBe(780);
});

test("a streak lasts as long as no day is missing, and today may still come", async () => {
  const { progress, streak } = await fresh();
  const with_ = (...days: string[]): number => streak({ ...progress.value, days }, "2026-03-02");
  expect(with_()).toBe(0);
  expect(with_("2026-02-28", "2026-03-01")).toBe(2);
  expect(with_("2026-02-28", "2026-03-01", "2026-03-02")).toBe(3);
  expect(with_("2026-02-28")).toBe(0);
});
