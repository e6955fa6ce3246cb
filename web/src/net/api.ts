/** The server, as functions. Answers are plain data; failures are one `Refused` with a sentence. */
import type { Step } from "../board/scene";
import type { LiveEvent } from "./live";
import type { Game, Seat } from "../i18n/games";
import type { components } from "./schema";
import { LOCAL } from "../page/local";
import { isStatic, root } from "./edition";

export type Schema = components["schemas"];
/** What the server's document leaves open: which names and keys there are. */
interface Known {
  game: Game;
  players: Players;
  hand: Hand;
  history: Ply[];
  events: LiveEvent[];
}
type Of<Name extends keyof Schema> = Omit<Schema[Name], keyof Known> & Pick<Known, keyof Known & keyof Schema[Name]>;

export interface Reason {
  code: string;
  template: string;
  params: Record<string, string | number>;
  message: string;
  parts?: Record<string, Reason>;
  plural?: string;
  count?: string;
}
/** A reason with the squares to point at, and the moves that would follow. */
export type Told = Reason & Pick<Schema["Told"], "squares" | "line">;
export type Ending = Schema["Ending"];
export type Hand = Record<"1" | "2", string | number>;
export type BoardData = Omit<Of<"Board">, "played"> & Partial<Pick<Schema["Board"], "played">>;
export type Analysis = Of<"Analysis">;
export type JudgedMove = Omit<Schema["JudgedMove"], "reasons" | "better"> & { reasons: Told[]; better: Told[] };
export type Review = Omit<Of<"JudgedGame">, "moves" | "summary"> & { moves: JudgedMove[]; summary: GameSummary };
export type GameSummary = Omit<Schema["GameSummary"], "closeness"> & { closeness: Record<"1" | "2", number | null> };
/** What a glance shows of a move. */
export type Glance = Omit<Schema["Reasons"], "reasons"> & { reasons: Told[] };
export type Parsed = Of<"Parsed">;
export type PlayerView = Schema["PlayerView"];
/** The match after so many moves. */
export type Ply = Of<"Ply">;
/** The seats a browser holds, as one word. */
export type Seats = "1" | "2" | "12";
export type Players = Record<"1" | "2", PlayerView>;
export type MatchState = Of<"State">;
/** What a request has led to, as events. */
export type Acknowledged = Of<"Acknowledged">;
export type Summary = Of<"Summary">;
export type NewSeat = Schema["NewSeat"];
export type NewMatch = Schema["NewMatch"];

export type HomeNetwork = Schema["HomeNetwork"];
export type Puzzle = Schema["PuzzleView"];
/** The puzzle of today of each game. */
export interface Daily {
  day: string;
  puzzles: Of<"Today">[];
}
export type PuzzleVerdict = Schema["Verdict"];

/** What the server, or the lack of one, said no to. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly reason?: Reason,
    /** What stands in the way. */
    readonly squares: string[] = [],
  ) {
    super(message);
  }
}

/**
 * Answers that came with the page, each good for one question. A page that the browser has kept,
 * for the way back to it, may be older than the game.
 */
function cameAlong(): Record<string, unknown> {
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const element = document.getElementById("ahead");
  element?.remove();
  return element && entry?.type !== "back_forward" ? (JSON.parse(element.textContent) as Record<string, unknown>) : {};
}

const ahead = cameAlong();

export async function ask<T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  const init: RequestInit = { method, signal, headers: { Accept: "application/json" } };
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { ...init.headers, "Content-Type": "application/json" };
  }
  if (method === "GET" && path in ahead) {
    const known = ahead[path] as T;
    delete ahead[path];
    return known;
  }
  if (isAnsweredHere(path)) return answerHere<T>(method, path, body, signal);
  const answer = await fetch(path, init).catch((failure: unknown) => {
    if (signal?.aborted) throw failure;
  });
  if (answer?.status === 204) return undefined as T;
  const data: unknown = await answer?.json().catch(() => null);
  if (answer && !isProxyAlone(answer.status, data)) return given<T>(answer.status, data, answer.statusText);
  if (await canAnswerAlone(path)) return answerHere<T>(method, path, body, signal);
  throw new Refused(0, "offline", "the server cannot be reached");
}

/** Whether somebody else answers in the place of a server that is gone. */
const isProxyAlone = (status: number, data: unknown): boolean => status >= 502 && status <= 504 && !(data as Failed)?.error;

type Failed = { error?: { code: string; message: string; reason?: Reason; squares?: string[] } } | null;

function given<T>(status: number, data: unknown, text: string): T {
  if (status < 400 && data !== null) return data as T;
  const error = (data as Failed)?.error;
  throw new Refused(status, error?.code ?? "failed", error?.message ?? text, error?.reason, error?.squares);
}

/** Whether the page answers itself: where no server is, and about matches that it keeps. */
const isAnsweredHere = (path: string): boolean => isStatic() || path.startsWith(`/api/matches/${LOCAL}`);

/** Whether the page can go on without its server: what is not about a match or a person there. */
async function canAnswerAlone(path: string): Promise<boolean> {
  const alone = /^\/api\/(quantik|qawale|qomet|analyse|puzzles)\b|^\/api\/(matches|records)(\?|$)/.test(path);
  return alone && "caches" in globalThis && (await import("../page/files")).keptBytes(`${root}page/`).then(Boolean, () => false);
}

async function answerHere<T>(method: string, path: string, body: unknown, signal?: AbortSignal): Promise<T> {
  try {
    const { answerInPage } = await import("../page/host");
    const { status, body: data } = await answerInPage(method, path, body, signal);
    return status === 204 ? (undefined as T) : given<T>(status, data, "");
  } catch (failure) {
    if (signal?.aborted || failure instanceof Refused) throw failure;
    throw new Refused(0, "no-engine", String(failure));
  }
}

export const enc = encodeURIComponent;
const about = (position?: string): string => (position ? `?position=${enc(position)}` : "");

export const board = (game: Game, position?: string, move?: string): Promise<BoardData> =>
  ask("GET", `/api/${game}/board${about(position)}${move ? `${position ? "&" : "?"}move=${enc(move)}` : ""}`);
/** Of more moves than these, the ones that begin alike are told as one. */
const LISTED = 3000;
/** What a position is worth, or what can come of a sowing that has begun. */
export const analysis = (game: Game, position: string, time: number, signal?: AbortSignal, begun = ""): Promise<Analysis> =>
  ask("GET", `/api/${game}${about(position)}&time=${time}&listed=${LISTED}${begun && `&begun=${begun}`}`, undefined, signal);
export const judge = (record: string, signal: AbortSignal): Promise<Review> => ask("POST", "/api/analyse", { record }, signal);
export const reasons = (game: Game, position: string, move: string, signal?: AbortSignal): Promise<Glance> =>
  ask("GET", `/api/${game}/reasons${about(position)}&move=${enc(move)}`, undefined, signal);
export const parse = (game: Game, text: string): Promise<Parsed> => ask("POST", `/api/${game}/parse`, { text });

/** A name for what is wanted: sent twice, it counts once. Only pages over TLS have `randomUUID`. */
export const newId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Matches whose answer has not come: who asks for the same again gets the one that was made. */
const unanswered = new Map<string, string>();

export async function createMatch(wish: NewMatch): Promise<{ id: string; invite: string | null; match: MatchState }> {
  const same = JSON.stringify(wish);
  const id = unanswered.get(same) ?? newId();
  unanswered.set(same, id);
  const made = await ask<{ id: string; invite: string | null; match: MatchState }>("POST", "/api/matches", { ...wish, id });
  unanswered.delete(same);
  return made;
}
/** A match out of a record, under a name of one's own: sent twice, it is one match. */
export const bring = (record: string, id = newId()): Promise<{ id: string }> => ask("POST", "/api/records", { record, id });
export const match = (id: string): Promise<MatchState> => ask("GET", `/api/matches/${enc(id)}`);
export const join = (id: string, code: string, name?: string): Promise<{ seat: Seat; match: MatchState }> =>
  ask("POST", `/api/matches/${enc(id)}/join`, name ? { code, name } : { code });
export const play = (match: string, move: string, seq: number, pace: number, id: string): Promise<Acknowledged> =>
  ask("POST", `/api/matches/${enc(match)}/moves`, { move, seq, pace, id });
export type Act = "undo" | "resign" | "draw" | "rematch" | "decline" | "accept" | "claim";
export const act = (match: string, what: Act, seq: number, id: string): Promise<Acknowledged> =>
  ask("POST", `/api/matches/${enc(match)}/${what}`, { seq, id });
export const review = (id: string, signal: AbortSignal): Promise<Review> => ask("GET", `/api/matches/${enc(id)}/review`, undefined, signal);
export const hint = (id: string): Promise<{ move: string; steps: Step[]; reasons: Told[] }> =>
  ask("GET", `/api/matches/${enc(id)}/hint`);
/** The games that this browser keeps itself, beside those of its server. */
async function keptHere(): Promise<Summary[]> {
  const kept = await import("../page/kept");
  if (await kept.lasts()) return (await kept.lines().catch(() => [])) as unknown as Summary[];
  return (await answerHere<{ matches: Summary[] }>("GET", "/api/matches", undefined)).matches;
}
const games = async (more = ""): Promise<Summary[]> =>
  (await ask<{ matches: Summary[] }>("GET", `/api/matches?mine=1${more}`)).matches;
const FIRST_PAGE = 50;
const NEXT_PAGES = 200;

/** Every game of this browser, the latest first; `tell` hears of those found so far. */
export async function myMatches(tell: (found: Summary[]) => void): Promise<void> {
  const own = isStatic() ? [] : await keptHere();
  let page = await games();
  const found = [...own, ...page].sort((a, b) => b.updated.localeCompare(a.updated));
  tell(found);
  for (let full = FIRST_PAGE; page.length === full; full = NEXT_PAGES) {
    page = await games(`&limit=${NEXT_PAGES}&after=${enc(page.at(-1)!.id)}`);
    found.push(...page);
    tell([...found]);
  }
}
/** The record of a game that this browser keeps. */
export const record = (id: string): Promise<string> => ask("GET", `/api/matches/${enc(id)}/record`);
export const forget = (id: string): Promise<void> => ask("DELETE", `/api/matches/${enc(id)}`);
/** Only the page on the computer that the server runs on is answered. */
export const homeNetwork = (method: "GET" | "POST" | "DELETE", address?: string): Promise<HomeNetwork> =>
  ask(method, "/api/home-network", address && { address });
export type OpeningKind = Schema["Kind"];
export const opening = (game: Game, position: string): Promise<Schema["Opening"]> => ask("GET", `/api/${game}/opening${about(position)}`);
export const puzzle = (game: Game, wish: string): Promise<{ puzzle: Puzzle; number: number; total: number }> =>
  ask("GET", `/api/puzzles/${game}${wish}`);
export const puzzleList = async (game: Game): Promise<Schema["Listed"][]> =>
  (await ask<Schema["Listing"]>("GET", `/api/puzzles/${game}/list`)).puzzles;
export const dailyPuzzles = (): Promise<Daily> => ask("GET", "/api/puzzles/daily");
export const tryPuzzle = (game: Game, id: string, moves: string[]): Promise<PuzzleVerdict> =>
  ask("POST", `/api/puzzles/${game}/${enc(id)}/try`, { moves });
