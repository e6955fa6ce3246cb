/** A match for the tests, and a page without a browser. */
import { vi } from "vitest";
import type { MatchState } from "../src/net/api";
import type { LiveEvent } from "../src/net/live";

vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
vi.stubGlobal("document", {
  documentElement: { dataset: {} },
  hidden: false,
  getElementById: () => null,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
});
vi.stubGlobal("location", { protocol: "http:", host: "tetrad.example" });
vi.stubGlobal("addEventListener", () => undefined);
vi.stubGlobal("removeEventListener", () => undefined);
vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener: () => undefined }));
vi.stubGlobal("window", {});
vi.stubGlobal("performance", { getEntriesByType: () => [] });

const RANKS = ["..../..../..../....", "..../.A../..../....", "..../.A../..../b..."];
export const at = (ply: number): string => RANKS[ply]!;

export const NOW: NonNullable<LiveEvent["now"]> = {
  result: "*",
  offer: null,
  rematch: null,
  timing: null,
  can: { "1": ["undo"], "2": ["move"], "12": ["undo", "move"] },
  choices: { place: { B: ["a1", "d4"] } },
};

const hand = { "1": "AABBCCDD", "2": "AABBCCDD" };
const player = { kind: "human", name: "", level: null, present: true, open: false, person: null, rating: null, program: false } as const;

export const STATE: MatchState = {
  id: "match", game: "quantik", start: at(0), moves: [], position: at(0), turn: 1, outcome: null, result: "*",
  players: { "1": player, "2": player }, you: [1], offer: null, seq: 1, created: "", updated: "", invite: null, rematch: null,
  thinking: false, can: ["move"], last: null, history: [{ move: null, steps: [], position: at(0), hand }],
  choices: { place: { A: ["b3", "c3"] } }, repetition: true, record: "",
  clock: null, timing: null, rated: false, pair: null, tournament: null, counted: null, talk: [], time: 0,
};

/** A move as an event: the first by light, the second by dark. */
export function moved(seq: number, move: string): LiveEvent {
  const by = seq % 2 === 0 ? 1 : 2;
  const steps = [{ place: move[0]!, by: by as 1 | 2, at: move.slice(2) }];
  return { seq, kind: "move", by, move, steps, hand, position: at(seq - 1), turn: by === 1 ? 2 : 1, outcome: null, now: NOW };
}

/** A WebSocket whose other end is the test. */
export class Socket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static all: Socket[] = [];
  readyState = Socket.CONNECTING;
  sent: string[] = [];
  onopen?: () => void;
  onmessage?: (message: { data: string }) => void;
  onclose?: (close: { code: number }) => void;

  constructor(readonly url: string) {
    Socket.all.push(this);
  }

  static get last(): Socket {
    return Socket.all.at(-1)!;
  }

  open(): void {
    this.readyState = Socket.OPEN;
    this.onopen?.();
  }

  say(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  lose(code: number): void {
    this.onclose?.({ code });
  }

  send(text: string): void {
    this.sent.push(text);
  }

  close(): void {
    this.readyState = 3;
  }
}
vi.stubGlobal("WebSocket", Socket);

/** What a server would answer, by method and path; every request is written down. */
export class Server {
  requests: string[] = [];
  answers = new Map<string, () => { status?: number; body: unknown }>();

  constructor() {
    vi.stubGlobal("fetch", async (path: string, { method }: { method: string }) => {
      const asked = `${method} ${path}`;
      this.requests.push(asked);
      const answer = this.answers.get(asked)?.();
      if (!answer) throw new TypeError("offline");
      const status = answer.status ?? 200;
      return { ok: status < 400, status, statusText: "", json: async () => structuredClone(answer.body) };
    });
  }

  on(asked: string, body: unknown, status = 200): void {
    this.answers.set(asked, () => ({ body, status }));
  }
}
