/**
 * A match as it happens: one WebSocket that says what it has seen, asks for signs of life every
 * 2.5 seconds, and comes back by itself after a loss, with the last number it has seen.
 */
import { signal, type Signal } from "@preact/signals";
import type { Choices } from "../board/choices";
import type { Ending, Hand, MatchState, Seats } from "./api";
import type { Step } from "../board/scene";
import type { Seat } from "../i18n/games";

/** What holds after the newest event. */
interface Now {
  result: MatchState["result"];
  offer: MatchState["offer"];
  rematch: string | null;
  can: Record<Seats, string[]>;
  choices: Choices;
}

export interface LiveEvent {
  seq?: number;
  kind: string;
  by?: Seat;
  move?: string;
  steps?: Step[];
  position?: string;
  turn?: Seat;
  outcome?: Ending | null;
  hand?: Hand;
  ply?: number;
  seat?: Seat;
  name?: string;
  thinking?: boolean;
  now?: Now;
  match?: string;
  offer?: string;
  on?: boolean;
  present?: Record<"1" | "2", boolean>;
}
export type Connection = "connecting" | "open" | "lost" | "refused";

const PING_EVERY = 2500;
const PATIENCE = 9000;
const RETRY_AFTER = 3500;
const FINAL_CODES = [4400, 4403, 4404];

export class Live {
  readonly state: Signal<Connection> = signal("connecting");
  private socket: WebSocket | undefined;
  private timers: ReturnType<typeof setTimeout>[] = [];
  private heard = 0;
  private closed = false;

  constructor(
    private readonly id: string,
    private readonly since: () => number,
    private readonly on: (event: LiveEvent) => void,
  ) {
    this.connect();
    addEventListener("online", this.hurry);
    document.addEventListener("visibilitychange", this.hurry);
  }

  close(): void {
    this.closed = true;
    this.drop();
    removeEventListener("online", this.hurry);
    document.removeEventListener("visibilitychange", this.hurry);
  }

  /** Tries at once instead of waiting for the next turn. */
  readonly hurry = (): void => {
    if (!document.hidden && this.state.value === "lost") this.connect();
  };

  private connect(): void {
    this.drop();
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/matches/${this.id}/events?since=${this.since()}`);
    this.socket = socket;
    this.heard = Date.now();
    socket.onopen = () => {
      this.state.value = "open";
      this.ping();
    };
    socket.onmessage = (message) => this.hear(String(message.data));
    socket.onclose = (close) => socket === this.socket && this.lose(close.code);
    this.timers.push(setTimeout(() => socket.readyState === WebSocket.CONNECTING && this.lose(0), PATIENCE));
  }

  private hear(text: string): void {
    this.heard = Date.now();
    const event = JSON.parse(text) as LiveEvent & { pong?: number; error?: unknown };
    if (event.pong !== undefined) this.timers.push(setTimeout(() => this.ping(), PING_EVERY));
    else if (!event.error) this.on(event);
  }

  private ping(): void {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    this.socket.send(JSON.stringify({ ping: Date.now() % 100000 }));
    const asked = Date.now();
    this.timers.push(setTimeout(() => this.heard < asked && this.lose(0), PATIENCE));
  }

  private lose(code: number): void {
    this.drop();
    if (this.closed) return;
    this.state.value = FINAL_CODES.includes(code) ? "refused" : "lost";
    if (this.state.value === "lost") this.timers.push(setTimeout(() => this.connect(), RETRY_AFTER));
  }

  private drop(): void {
    this.timers.splice(0).forEach(clearTimeout);
    const socket = this.socket;
    this.socket = undefined;
    socket?.close();
  }
}
