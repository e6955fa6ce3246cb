import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { at, moved, NOW, Server, Socket, STATE } from "./match";

const { MatchRoom } = await import("../src/match/room");
const { notice } = await import("../src/ui/announce");

const MATCH = "GET /api/matches/match";
const MOVES = "POST /api/matches/match/moves";
let server: Server;
let room: InstanceType<typeof MatchRoom>;
const flush = async (): Promise<void> => void (await vi.advanceTimersByTimeAsync(100));

async function enter(state = STATE): Promise<void> {
  server.on(MATCH, state);
  room = new MatchRoom("match");
  await room.open();
  await vi.advanceTimersByTimeAsync(300);
  Socket.last.open();
  Socket.last.say({ kind: "ready", seq: state.seq, thinking: false });
  server.requests = [];
}

async function play(): Promise<void> {
  for (const press of ["A", "b3"]) room.controller.press(press);
  await flush();
}

beforeEach(() => {
  vi.useFakeTimers();
  server = new Server();
  notice.value = null;
});
afterEach(() => {
  room.close();
  vi.useRealTimers();
});

describe("a match room", () => {
  it("loads the match once and lets the player to move press", async () => {
    await enter();
    expect(room.controller.enabled.value).toBe(true);
    expect([...room.controller.starts.value.keys()]).toEqual(["A"]);
  });

  it("plays with one request, and the answer needs none", async () => {
    await enter();
    server.on(MOVES, { thinking: true, events: [moved(2, "A@b3")] });
    await play();
    Socket.last.say(moved(2, "A@b3"));
    expect([room.state.value!.moves, room.controller.enabled.value]).toEqual([["A@b3"], false]);
    Socket.last.say({ ...moved(3, "B@a1"), now: { ...NOW, can: { ...NOW.can, "1": ["move"] } } });
    await flush();
    expect([room.state.value!.moves, room.controller.enabled.value]).toEqual([["A@b3", "B@a1"], true]);
    expect(room.controller.data.value).toMatchObject({ position: at(2), choices: NOW.choices });
    expect(server.requests).toEqual([MOVES]);
  });

  it("keeps what it hears while its own move is on the way, in order", async () => {
    await enter();
    let answer = (_: unknown): void => undefined;
    vi.stubGlobal("fetch", () => new Promise((done) => (answer = done)));
    for (const press of ["A", "b3"]) room.controller.press(press);
    Socket.last.say(moved(2, "A@b3"));
    Socket.last.say(moved(3, "B@a1"));
    expect(room.state.value!.seq).toBe(1);
    answer({ ok: true, status: 200, json: async () => ({ thinking: false, events: [moved(2, "A@b3")] }) });
    await flush();
    expect(room.state.value).toMatchObject({ seq: 3, moves: ["A@b3", "B@a1"] });
  });

  it("sends a move again until the server is back", async () => {
    await enter();
    await play();
    expect(room.busy.value).toBe(true);
    server.on(MOVES, { thinking: false, events: [moved(2, "A@b3")] });
    await vi.advanceTimersByTimeAsync(3000);
    expect([room.busy.value, room.state.value!.seq]).toEqual([false, 2]);
    expect(server.requests).toEqual([MOVES, MOVES]);
  });

  it("shows how the game stands when a move is refused", async () => {
    await enter();
    server.on(MOVES, { error: { code: "stale", message: "the match has gone on" } }, 409);
    await play();
    expect(notice.value?.kind).toBe("error");
    expect(server.requests).toEqual([MOVES, MATCH]);
    expect(room.controller.enabled.value).toBe(true);
  });

  it("folds what it missed, and acts on the newest event only", async () => {
    await enter();
    const missed = moved(2, "A@b3");
    delete missed.now;
    Socket.last.say(missed);
    expect(room.state.value!.can).toEqual([]);
    Socket.last.say(moved(3, "B@a1"));
    Socket.last.say({ kind: "ready", seq: 3, thinking: false });
    await flush();
    expect(room.state.value).toMatchObject({ seq: 3, can: ["undo"] });
    expect(server.requests).toEqual([]);
  });

  it("loads the match again when something does not fit", async () => {
    await enter();
    server.on(MATCH, { ...STATE, seq: 7 });
    Socket.last.say(moved(5, "B@a1"));
    await flush();
    expect([server.requests, room.state.value!.seq]).toEqual([[MATCH], 7]);
    Socket.last.say({ kind: "ready", seq: 8, thinking: false });
    await flush();
    expect(server.requests).toEqual([MATCH, MATCH]);
  });

  it("leaves a half-made move alone when nothing changes on the board", async () => {
    await enter();
    room.controller.press("A");
    Socket.last.say({ seq: 2, kind: "offer", offer: "draw", by: 2, now: { ...NOW, offer: { kind: "draw", by: 2 }, can: { ...NOW.can, "1": ["move"] } } });
    await flush();
    expect([room.controller.walk.value, room.state.value!.offer]).toEqual([["A"], { kind: "draw", by: 2 }]);
  });

  it("steps through the game without asking, and comes back to it", async () => {
    await enter();
    Socket.last.say(moved(2, "A@b3"));
    Socket.last.say(moved(3, "B@a1"));
    await flush();
    for (const ply of [1, 0, 1]) {
      await room.look(ply);
      expect([room.viewed.value, room.controller.data.value?.position, room.controller.enabled.value]).toEqual([ply, at(ply), false]);
    }
    await room.look(2);
    expect([room.viewed.value, room.controller.data.value?.position]).toEqual([null, at(2)]);
    expect(server.requests).toEqual([]);
  });

  it("does not look at a move that was taken back", async () => {
    await enter();
    Socket.last.say(moved(2, "A@b3"));
    Socket.last.say(moved(3, "B@a1"));
    await room.look(1);
    Socket.last.say({ seq: 4, kind: "undo", by: 1, ply: 0, position: at(0), turn: 1, outcome: null, now: NOW });
    await flush();
    expect([room.viewed.value, room.controller.data.value?.position]).toEqual([null, at(0)]);
  });

  it("sees who is there and who thinks", async () => {
    await enter();
    Socket.last.say({ kind: "presence", present: { "1": true, "2": false }, watching: 1 });
    Socket.last.say({ kind: "thinking", by: 2, on: true });
    expect([room.state.value!.players[2].present, room.thinking.value]).toEqual([false, true]);
  });
});
