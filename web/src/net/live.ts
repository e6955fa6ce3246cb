/**
 * A match as it happens: one WebSocket that says what it has seen, asks for signs of life every
 * 2.5 seconds, and comes back by itself after a loss, with the last number it has seen.
 */
import { signal, type Signal } from "@preact/signals";
import type { Choices } from "../board/choices";
import type { Ending, Hand, MatchState, Seats } from "./api";
import type { Step } from "../board/scene";
import type { Seat } from "../i18n/games";
import { learnTime } from "./server-time";
import { isLocal } from "../page/local";

/** What holds after the newest event. */
interface Now {
  result: MatchState["result"];
  offer: MatchState["offer"];
  rematch: string | null;
  timing: MatchState["timing"];
  can: Record<Seats, string[]>;
  choices: Choices;
}

export interface LiveEvent {
  seq?: number;
  at?: string;
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
  phrase?: string;
  person?: string;
  rating?: number;
  program?: boolean;
  template?: string;
  /** Why a bot of this page could not move. */
  code?: string;
  ratings?: Record<string, number[]>;
  /** Since when a player is away, in seconds since 1970. */
  away?: Record<"1" | "2", number | null>;
  spectators?: number;
}
export type Connection = "connecting" | "open" | "lost" | "refused";

const PING_EVERY = 2500;
const PATIENCE = 9000;
const RETRY_AFTER = 3500;
const FINAL_CODES = [4400, 4403, 4404];
/** What this browser has seen is no longer so: a backup was restored. */
const RELOAD = 4409;

export class Live {
  readonly state: Signal<Connection> = signal("connecting");
  private socket: WebSocket | undefined;
  private channel: BroadcastChannel | undefined;
  private timers: ReturnType<typeof setTimeout>[] = [];
  private heard = 0;
  /** When the last sign of life came. */
  private answered = 0;
  private closed = false;

  constructor(
    private readonly id: string,
    private readonly since: () => string,
    private readonly on: (event: LiveEvent) => void,
  ) {
    if (isLocal(this.id)) {
      this.listenHere();
      return;
    }
    this.connect();
    addEventListener("online", this.hurry);
    document.addEventListener("visibilitychange", this.hurry);
  }

  /** A match that this browser keeps: its worker tells every tab. */
  private listenHere(): void {
    this.channel = new BroadcastChannel("tetrad");
    this.channel.onmessage = ({ data }: MessageEvent<{ match: string; event: LiveEvent }>) => data.match === this.id && this.on(data.event);
    this.state.value = "open";
  }

  close(): void {
    this.closed = true;
    this.channel?.close();
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
    this.answered = 0;
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
    const event = JSON.parse(text) as LiveEvent & { pong?: number; time?: number; error?: unknown };
    if (event.time !== undefined) learnTime(event.time);
    if (event.pong !== undefined) {
      this.answered = this.heard;
      this.timers.push(setTimeout(() => this.ping(), PING_EVERY));
    } else if (!event.error) this.on(event);
  }

  private ping(): void {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    const asked = Date.now();
    // How long the answer lay here: what else has passed since the server sent it is the line's.
    const held = this.answered && asked - this.answered;
    this.socket.send(JSON.stringify({ ping: asked % 100000, ...(held && { held }) }));
    this.timers.push(setTimeout(() => this.heard < asked && this.lose(0), PATIENCE));
  }

  private lose(code: number): void {
    this.drop();
    if (this.closed) return;
    this.state.value = FINAL_CODES.includes(code) ? "refused" : "lost";
    if (code === RELOAD) this.on({ kind: "reload" });
    if (this.state.value === "lost") this.timers.push(setTimeout(() => this.connect(), RETRY_AFTER));
  }

  private drop(): void {
    this.timers.splice(0).forEach(clearTimeout);
    const socket = this.socket;
    this.socket = undefined;
    socket?.close();
  }
}
