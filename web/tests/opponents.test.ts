import { beforeEach, describe, expect, it, vi } from "vitest";
import { STATE } from "./match";
import type { MatchState } from "../src/net/api";
import type { Track } from "../src/ui/progress";

const { beaten, letTakeTime, levelAgainst, met, OPPONENTS, paceIn, paceOf, remember, suggested } = await import("../src/opponents/opponents");
const { progress } = await import("../src/ui/progress");
const { patience } = await import("../src/settings/settings");

const kept = new Map<string, string>();
vi.stubGlobal("localStorage", { getItem: (name: string) => kept.get(name) ?? null, setItem: (name: string, value: string) => kept.set(name, value) });

const start = "..../..../..../....";
const bot = { kind: "bot", name: "Cleo", level: 3, present: true, open: false, person: null, rating: null, program: false } as const;

function ended(id: string, winner: 1 | 2 | null, more: Partial<MatchState> = {}): MatchState {
  const outcome = { winner, code: "line", reason: "", template: "", squares: [] };
  return { ...STATE, id, start, players: { "1": STATE.players[1], "2": bot }, outcome, ...more };
}

const track = (): Track => ({ lessons: [], attempts: [], runs: [], met: {} });

beforeEach(() => {
  kept.clear();
  progress.value = { ...progress.value, games: { quantik: track(), qawale: track(), qomet: track() } };
  patience.value = "on";
});

describe("the ladder", () => {
  it("leads from the weakest to whoever comes after the strongest one beaten", () => {
    expect(suggested("quantik")).toBe(1);
    remember(ended("a", 2));
    expect(suggested("quantik")).toBe(1);
    remember(ended("b", 1));
    expect([suggested("quantik"), suggested("qomet")]).toEqual([4, 1]);
    expect(beaten("quantik", 3)).toBe(true);
    expect(suggested("quantik")).toBeLessThanOrEqual(OPPONENTS.length);
  });

  it("counts a match once, as it ended last", () => {
    remember(ended("a", 2));
    remember(ended("a", 2));
    expect(met("quantik", 3)).toMatchObject({ won: 0, lost: 1 });
    remember(ended("a", 1));
    expect(met("quantik", 3)).toMatchObject({ won: 1, lost: 0 });
  });

  it("counts no game from a set-up position, of two people or looked on at", () => {
    remember(ended("a", 1, { start: "..../.A../..../...." }));
    remember(ended("b", 1, { you: [1, 2] }));
    remember(ended("c", 1, { you: [] }));
    remember(ended("d", 1, { players: STATE.players }));
    expect(progress.value.games.quantik.met).toEqual({});
    expect(levelAgainst(STATE)).toBeNull();
  });
});

describe("the pace", () => {
  it("is a human second or two", () => {
    for (const level of OPPONENTS.keys()) {
      expect(paceOf(level + 1)).toBeGreaterThan(0.5);
      expect(paceOf(level + 1)).toBeLessThan(2.6);
    }
  });

  it("is nothing for those in a hurry, always or in one match", () => {
    const [one, other] = [ended("one", null), ended("other", null)];
    letTakeTime("one", false);
    expect(paceIn(one)).toBe(0);
    expect(paceIn(other)).toBeGreaterThan(0.5);
    patience.value = "off";
    expect([paceIn(one), paceIn(other)]).toEqual([0, 0]);
    letTakeTime("other", true);
    expect(paceIn(other)).toBeGreaterThan(0.5);
  });
});
