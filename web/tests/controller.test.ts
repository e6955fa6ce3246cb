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
  const controller = new Controller(data.game, (option) => made.push(option), () => asks);
  await controller.show(data);
  controller.enabled.value = true;
  return controller;
}

beforeEach(() => {
  server = new Server();
  made = [];
  notice.value = null;
});

describe("pressing", () => {
  it("makes a move of a shape and a space", async () => {
    const controller = await using(QUANTIK);
    controller.press("A");
    expect([...controller.choices.value.keys()]).toEqual(["b3", "c3"]);
    controller.press("b3");
    expect(made.map(({ move }) => move)).toEqual(["A@b3"]);
  });

  it("marks the empty spaces that a shape may not go to", async () => {
    const controller = await using(QUANTIK);
    controller.press("A");
    const refused = Object.entries(controller.marks.value).filter(([, mark]) => mark.refused).map(([square]) => square);
    expect(refused).toHaveLength(14);
    expect(refused).not.toContain("b3");
  });

  it("sows a stack step by step and asks nobody on the way", async () => {
    const controller = await using(QAWALE);
    controller.press("a1");
    expect(controller.left.value).toBe(3);
    for (const square of ["a2", "b2"]) controller.press(square);
    expect([...controller.choices.value.keys()]).toEqual(["b1"]);
    controller.press("b1");
    expect(made.map(({ move }) => move)).toEqual(["a1nes"]);
    expect(server.requests).toEqual([]);
  });

  it("steps back, and puts the stack down", async () => {
    const controller = await using(QAWALE);
    for (const square of ["a1", "a2"]) controller.press(square);
    controller.stepBack();
    expect(controller.walk.value).toEqual(["a1"]);
    controller.stepBack();
    expect([controller.walk.value, controller.left.value]).toEqual([[], 0]);
  });

  it("waits for a yes where moves are confirmed", async () => {
    const controller = await using(QUANTIK, true);
    for (const press of ["A", "b3"]) controller.press(press);
    expect([controller.pending.value?.move, made]).toEqual(["A@b3", []]);
    controller.commit(controller.pending.value!);
    expect(made).toHaveLength(1);
  });
});

describe("dragging", () => {
  it("walks a path and sows it where it ends", async () => {
    const controller = await using(QAWALE);
    controller.drag("a1", "a1", "start");
    for (const square of ["a2", "b2", "a2", "b2", "b1"]) controller.drag("a1", square, "over");
    controller.drag("a1", "b1", "drop");
    expect(made.map(({ move }) => move)).toEqual(["a1nes"]);
  });
});

describe("a refusal", () => {
  const asked = `GET /api/quantik/board?position=${encodeURIComponent(QUANTIK.position)}&move=A%40d4`;

  it("is asked for once", async () => {
    server.on(asked, { error: { code: "illegal-move", message: "no", reason: { code: "not-empty", params: { square: "d4" }, message: "" } } }, 409);
    const controller = await using(QUANTIK);
    for (const press of ["A", "d4", "d4"]) controller.press(press);
    await flush();
    expect(notice.value?.kind).toBe("error");
    expect(server.requests).toEqual([asked]);
    expect(controller.walk.value).toEqual(["A"]);
  });

  it("is asked for again when nobody could be asked", async () => {
    const controller = await using(QUANTIK);
    for (const press of ["A", "d4"]) controller.press(press);
    await flush();
    controller.press("d4");
    await flush();
    expect(server.requests).toEqual([asked, asked]);
  });
});

describe("typing", () => {
  it("makes a move that is among the choices without asking", async () => {
    const controller = await using(QAWALE);
    expect(await controller.type(" A1 NES ")).toBe("");
    expect([made.map(({ move }) => move), server.requests]).toEqual([["a1nes"], []]);
  });
});

describe("showing", () => {
  it("starts from the end of what it interrupts", async () => {
    const controller = await using(QUANTIK);
    const first = controller.show({ ...QUANTIK, position: "..../.A../..../...." }, [{ place: "A", by: 1, at: "b3" }]);
    await controller.show({ ...QUANTIK, position: "..../.A../..../b..." }, [{ place: "B", by: 2, at: "a1" }]);
    await first;
    expect(controller.scene.value.map(({ square }) => square).sort()).toEqual(["a1", "b3"]);
  });
});
