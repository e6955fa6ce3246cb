import { describe, expect, it } from "vitest";
import { fold } from "../src/match/fold";
import type { MatchState } from "../src/net/api";
import type { LiveEvent } from "../src/net/live";
import { at, moved, NOW, STATE } from "./match";

const folded = (...events: LiveEvent[]): MatchState | undefined =>
  events.reduce<MatchState | undefined>((state, event) => state && fold(state, event), STATE);

describe("folding events", () => {
  it("adds a move with its board, and what can be done after it", () => {
    const state = folded(moved(2, "A@b3"))!;
    expect(state).toMatchObject({ seq: 2, moves: ["A@b3"], turn: 2, can: ["undo"], choices: NOW.choices });
    expect(state.history.at(-1)).toMatchObject({ move: "A@b3", position: at(1), steps: [{ place: "A", by: 1, at: "b3" }] });
    expect(state.last?.move).toBe("A@b3");
  });

  it("takes back as many moves as the event says", () => {
    const undo: LiveEvent = { seq: 4, kind: "undo", by: 1, ply: 0, position: at(0), turn: 1, outcome: null, now: NOW };
    expect(folded(moved(2, "A@b3"), moved(3, "B@a1"), undo)).toMatchObject({ moves: [], last: null, position: at(0) });
  });

  it("takes back a resignation without taking back a move", () => {
    const outcome = { winner: 1 as const, code: "resignation", reason: "resignation", template: "resignation", squares: [] };
    const resign: LiveEvent = { seq: 3, kind: "resign", by: 2, position: at(1), turn: 2, outcome, now: NOW };
    const undo: LiveEvent = { seq: 4, kind: "undo", by: 2, ply: 1, position: at(1), turn: 2, outcome: null, now: NOW };
    expect(folded(moved(2, "A@b3"), resign)!.outcome?.winner).toBe(1);
    expect(folded(moved(2, "A@b3"), resign, undo)).toMatchObject({ moves: ["A@b3"], outcome: null });
  });

  it("seats a guest and ends the invitation", () => {
    const state = fold({ ...STATE, invite: "code" }, { seq: 2, kind: "join", seat: 2, name: "Grace", now: NOW })!;
    expect(state.players[2]).toMatchObject({ name: "Grace", open: false });
    expect(state.invite).toBeNull();
  });

  it("shows what the clocks show after an event, and what was said", () => {
    const timing = { left: { "1": 170, "2": 180 }, running: 2 as const, since: 10, deadline: 190, free: false };
    expect(fold(STATE, { ...moved(2, "A@b3"), now: { ...NOW, timing } })!.timing).toEqual(timing);
    const said = folded({ seq: 2, kind: "say", by: 2, phrase: "hello", template: "Hello!", now: NOW })!;
    expect(said.talk).toEqual([{ by: 2, phrase: "hello", template: "Hello!" }]);
    const many = Array.from({ length: 20 }, (_, n): LiveEvent => ({ seq: n + 2, kind: "say", by: 1, phrase: `p${n}`, template: "", now: NOW }));
    expect(folded(...many)!.talk.map(({ phrase }) => phrase)).toEqual(many.slice(-12).map(({ phrase }) => phrase));
  });

  it("allows nothing before the newest event has come", () => {
    const older = { ...moved(2, "A@b3") };
    delete older.now;
    expect(folded(older)).toMatchObject({ can: [], choices: {} });
    expect(folded(older, moved(3, "B@a1"))!.choices).toEqual(NOW.choices);
  });

  it("knows who may do what by the seats one holds", () => {
    const watching = fold({ ...STATE, you: [] }, moved(2, "A@b3"))!;
    const both = fold({ ...STATE, you: [1, 2] }, moved(2, "A@b3"))!;
    expect([watching.can, both.can]).toEqual([[], ["undo", "move"]]);
  });

  it("refuses a gap, a repetition and an unknown event", () => {
    expect(fold(STATE, moved(3, "A@b3"))).toBeUndefined();
    expect(fold(STATE, moved(1, "A@b3"))).toBeUndefined();
    expect(fold(STATE, { seq: 2, kind: "earthquake" })).toBeUndefined();
  });
});
