import { beforeEach, describe, expect, it } from "vitest";
import { Server, STATE } from "./match";
import type { BoardData } from "../src/net/api";
import type { Option } from "../src/board/walk";

const { Controller } = await import("../src/board/controller");
const { notice } = await import("../src/ui/announce");

const hand = { "1": 8, "2": 8 };
const QUANTIK: BoardData = { game: "quantik", position: STATE.position, turn: 1, outcome: null, hand: STATE.history[0]!.hand, choices: { place: { A: ["b3", "c3"] } } };
const QAWALE: BoardData = {
  game: "qawale", position: "x4/x4/x4/00,x3 1", turn: 1, outcome: null, hand,
  choices: { sow: { a1: "001" }, beside: { a1: { n: "a2", e: "b1" }, a2: { n: "a3", e: "b2", s: "a1" }, b2: { s: "b1", w: "a2" } }, straight_back: false },
};

let server: Server;
let made: Option[];
const flush = (): Promise<void> => new Promise((done) => setTimeout(done));

async function using(data: BoardData, asks = false): Promise<InstanceType<typeof Controller>> {
  const table = new Controller(data.game, (option) => made.push(option), () => asks);
  await table.show(data);
  table.enabled.value = true;
  return table;
}

beforeEach(() => {
  server = new Server();
  made = [];
  notice.value = null;
});

describe("pressing", () => {
  it("makes a move of a shape and a space", async () => {
    const table = await using(QUANTIK);
    table.press("A");
    expect([...table.choices.value.keys()]).toEqual(["b3", "c3"]);
    table.press("b3");
    expect(made.map(({ move }) => move)).toEqual(["A@b3"]);
  });

  it("marks the empty spaces that a shape may not go to", async () => {
    const table = await using(QUANTIK);
    table.press("A");
    const refused = Object.entries(table.marks.value).filter(([, mark]) => mark.refused).map(([square]) => square);
    expect(refused).toHaveLength(14);
    expect(refused).not.toContain("b3");
  });

  it("sows a stack step by step and asks nobody on the way", async () => {
    const table = await using(QAWALE);
    table.press("a1");
    expect(table.left.value).toBe(3);
    for (const square of ["a2", "b2"]) table.press(square);
    expect([...table.choices.value.keys()]).toEqual(["b1"]);
    table.press("b1");
    expect(made.map(({ move }) => move)).toEqual(["a1nes"]);
    expect(server.requests).toEqual([]);
  });

  it("steps back, and puts the stack down", async () => {
    const table = await using(QAWALE);
    for (const square of ["a1", "a2"]) table.press(square);
    table.stepBack();
    expect(table.walk.value).toEqual(["a1"]);
    table.stepBack();
    expect([table.walk.value, table.left.value]).toEqual([[], 0]);
  });

  it("waits for a yes where moves are confirmed", async () => {
    const table = await using(QUANTIK, true);
    for (const press of ["A", "b3"]) table.press(press);
    expect([table.pending.value?.move, made]).toEqual(["A@b3", []]);
    table.commit(table.pending.value!);
    expect(made).toHaveLength(1);
  });
});

describe("dragging", () => {
  it("walks a path and sows it where it ends", async () => {
    const table = await using(QAWALE);
    table.drag("a1", "a1", "start");
    for (const square of ["a2", "b2", "a2", "b2", "b1"]) table.drag("a1", square, "over");
    table.drag("a1", "b1", "drop");
    expect(made.map(({ move }) => move)).toEqual(["a1nes"]);
  });
});

describe("a refusal", () => {
  const asked = `GET /api/quantik/board?position=${encodeURIComponent(QUANTIK.position)}&move=A%40d4`;

  it("is asked for once", async () => {
    server.on(asked, { error: { code: "illegal-move", message: "no", reason: { code: "not-empty", params: { square: "d4" }, message: "" } } }, 409);
    const table = await using(QUANTIK);
    for (const press of ["A", "d4", "d4"]) table.press(press);
    await flush();
    expect(notice.value?.kind).toBe("error");
    expect(server.requests).toEqual([asked]);
    expect(table.walk.value).toEqual(["A"]);
  });

  it("is asked for again when nobody could be asked", async () => {
    const table = await using(QUANTIK);
    for (const press of ["A", "d4"]) table.press(press);
    await flush();
    table.press("d4");
    await flush();
    expect(server.requests).toEqual([asked, asked]);
  });
});

describe("typing", () => {
  it("makes a move that is among the choices without asking", async () => {
    const table = await using(QAWALE);
    expect(await table.type(" A1 NES ")).toBe("");
    expect([made.map(({ move }) => move), server.requests]).toEqual([["a1nes"], []]);
  });
});

describe("showing", () => {
  it("starts from the end of what it interrupts", async () => {
    const table = await using(QUANTIK);
    const first = table.show({ ...QUANTIK, position: "..../.A../..../...." }, [{ place: "A", by: 1, at: "b3" }]);
    await table.show({ ...QUANTIK, position: "..../.A../..../b..." }, [{ place: "B", by: 2, at: "a1" }]);
    await first;
    expect(table.scene.value.map(({ square }) => square).sort()).toEqual(["a1", "b3"]);
  });
});
