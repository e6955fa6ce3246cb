import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Socket } from "./match";
import type { LiveEvent } from "../src/net/live";

const { Live } = await import("../src/net/live");

let seen: number | string = 3;
let heard: LiveEvent[] = [];
const connect = (): InstanceType<typeof Live> => new Live("match", () => String(seen), (event) => heard.push(event));

beforeEach(() => {
  vi.useFakeTimers();
  Socket.all = [];
  [seen, heard] = [3, []];
});
afterEach(() => vi.useRealTimers());

describe("a live connection", () => {
  it("says what it has seen, and passes on what happens", () => {
    const live = connect();
    expect(Socket.last.url).toBe("ws://tetrad.example/api/matches/match/events?since=3");
    Socket.last.open();
    Socket.last.say({ seq: 4, kind: "move" });
    expect([live.state.value, heard]).toEqual(["open", [{ seq: 4, kind: "move" }]]);
    live.close();
  });

  it("comes back after a loss with the last number it has seen", () => {
    const live = connect();
    Socket.last.open();
    seen = 9;
    Socket.last.lose(1012);
    expect(live.state.value).toBe("lost");
    vi.advanceTimersByTime(4000);
    expect(Socket.all).toHaveLength(2);
    expect(Socket.last.url).toContain("since=9");
    live.close();
  });

  it("does not come back where it is not wanted", () => {
    const live = connect();
    Socket.last.lose(4404);
    vi.advanceTimersByTime(60_000);
    expect([live.state.value, Socket.all.length]).toEqual(["refused", 1]);
    live.close();
  });

  it("tells when what it has seen is no longer so, and comes back", () => {
    const live = connect();
    Socket.last.open();
    Socket.last.lose(4409);
    expect([live.state.value, heard]).toEqual(["lost", [{ kind: "reload" }]]);
    seen = "1&at=then";
    live.hurry();
    expect(Socket.last.url).toContain("since=1&at=then");
    live.close();
  });

  it("asks for signs of life, and gives up on a line that is silent", () => {
    const live = connect();
    Socket.last.open();
    expect(Socket.last.sent[0]).toContain("ping");
    Socket.last.say({ pong: 1 });
    vi.advanceTimersByTime(2600);
    expect(Socket.last.sent).toHaveLength(2);
    vi.advanceTimersByTime(9500);
    expect(live.state.value).toBe("lost");
    live.close();
  });

  it("keeps pings and errors to itself, and stays closed once closed", () => {
    const live = connect();
    Socket.last.open();
    Socket.last.say({ pong: 1 });
    Socket.last.say({ error: { code: "stale" } });
    live.close();
    vi.advanceTimersByTime(60_000);
    expect([heard, Socket.all.length]).toEqual([[], 1]);
  });
});
