/**
 * The page as its own server: requests go to a worker with Python and the engine. One worker plays,
 * another one, started when it is first needed, analyses: nobody's bot waits for a long thought.
 */
import { Refused } from "../net/api";
import { root } from "../net/edition";
import { language, t } from "../i18n/translate";
import { tell } from "../ui/announce";
import { keepNewest } from "./files";
import { answerAboutKept, isAboutKept, lasts } from "./kept";
import { loading } from "./loading";
import { prepared } from "./prepared";
import type { Asked, Dropped, Said } from "./worker";

export interface Answer {
  status: number;
  body: unknown;
}

export const FOLDER = `${root}page/`;
/** What takes long: the worth of a whole game. */
const LONG = /^\/api\/analyse$|\/review$/;
const ANALYSIS = /^\/api\/(quantik|qawale|qomet)\?/;

class Helper {
  private worker: Worker | undefined;
  private readonly waiting = new Map<number, { done: (answer: Answer) => void; fail: (failure: Error) => void }>();
  private number = 0;

  get isRunning(): boolean {
    return this.worker !== undefined;
  }

  ask(method: string, path: string, body: unknown, signal?: AbortSignal): Promise<Answer> {
    if (signal?.aborted) return Promise.reject(signal.reason as Error);
    const number = ++this.number;
    return new Promise((done, fail) => {
      this.waiting.set(number, { done, fail });
      signal?.addEventListener("abort", () => this.drop(number, fail, signal), { once: true });
      this.started().postMessage({ number, method, path, body } satisfies Asked);
    });
  }

  private started(): Worker {
    if (this.worker) return this.worker;
    const worker = (this.worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: FOLDER }));
    worker.onmessage = ({ data }: MessageEvent<Said>) => this.hear(data);
    worker.onerror = () => this.give("no-engine", "the page's own engine could not be started");
    return worker;
  }

  private hear(said: Said): void {
    if (said.kind === "progress") loading.value = said;
    else if (said.kind === "failed") this.give(said.code, said.message);
    else if (said.kind === "ready") {
      loading.value = null;
      keepPages(said.worker);
    } else {
      this.waiting.get(said.number)?.done(said);
      this.waiting.delete(said.number);
    }
  }

  /** Nobody waits any more: what has not begun is not begun, and a review stops after its part. */
  private drop(number: number, fail: (failure: Error) => void, signal: AbortSignal): void {
    if (!this.waiting.delete(number)) return;
    this.worker?.postMessage({ dropped: number } satisfies Dropped);
    fail(signal.reason as Error);
  }

  private give(code: string, message: string): void {
    loading.value = null;
    this.worker?.terminate();
    this.worker = undefined;
    for (const { fail } of this.waiting.values()) fail(new Refused(0, code, message));
    this.waiting.clear();
  }
}

/** Who has come so far may come again without a network: then all pages, and their words, have to be there. */
export const keepPages = (worker: string): unknown =>
  navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage({ keep: language.value, worker }));

/** Fetches all that is needed to play without a network, before somebody asks for anything. */
export async function prepare(): Promise<void> {
  try {
    const worker = await keepNewest(FOLDER, (loaded, total) => (loading.value = { loaded, total }));
    if (!worker) throw new Refused(507, "no-room", "there is no room left in this browser");
    keepPages(worker);
  } finally {
    loading.value = null;
  }
}

const player = new Helper();
const analyst = new Helper();

/** How long a thought takes before it is asked whether anybody still waits; each further one takes twice as long, up to the longest. */
const FIRST_SLICE = 0.25;
const LONGEST_SLICE = 1;

/**
 * A thought cannot be interrupted, so a long one is asked for in parts. What was learned is kept, so
 * that each goes on where the one before has stopped.
 */
async function analysed(path: string, signal?: AbortSignal): Promise<Answer> {
  const whole = Number(new URLSearchParams(path.split("?")[1]).get("time") ?? 1);
  for (let spent = 0, slice = FIRST_SLICE; ; slice = Math.min(2 * slice, LONGEST_SLICE)) {
    const last = spent + slice >= whole;
    const time = last ? Math.max(0, whole - spent) : slice;
    const answer = await analyst.ask("GET", path.replace(/([?&]time=)[^&]*/, `$1${time}`), undefined, signal);
    signal?.throwIfAborted();
    if (last || answer.status !== 200 || isSettled(answer.body)) return answer;
    spent += time;
  }
}

const isSettled = (body: unknown): boolean => (body as { moves: { value: string }[] }).moves.every(({ value }) => value !== "unknown");

let warned = false;

/** Where the browser keeps nothing, whoever plays should know. */
export async function warn(): Promise<void> {
  if (warned || (await lasts())) return;
  warned = true;
  tell(t("This browser keeps nothing for this page: games end when you close it."));
}

export async function answerInPage(method: string, path: string, body: unknown, signal?: AbortSignal): Promise<Answer> {
  const kept = await lasts();
  // Without a database, games are where they are played.
  if (isAboutKept(method, path) && (kept || !player.isRunning)) return answerAboutKept(method, path);
  const known = method === "GET" ? await prepared(path) : undefined;
  if (known !== undefined) return { status: 200, body: known };
  if (ANALYSIS.test(path)) return analysed(path, signal);
  const helper = LONG.test(path) && (kept || path === "/api/analyse") ? analyst : player;
  const answer = await helper.ask(method, path, body, signal);
  // Asked for when there is something to keep, and not before.
  if (answer.status === 201 && kept) void navigator.storage?.persist?.().catch(() => undefined);
  return answer;
}
