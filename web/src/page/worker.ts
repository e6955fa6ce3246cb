/**
 * Python and the engine, beside the page: it takes requests as a server would and answers them. The
 * logs of matches are read and written here, so that nothing is acknowledged that is not kept.
 */
import { answerAboutKept, append, isAboutKept, lines, logOf, type Change, type Kept, type Line } from "./kept";
import { isLocal, nameFor } from "./local";
import { fetchAll, OutdatedError } from "./files";
import { opened, type Module } from "./module";

/** A request with a number. */
export interface Asked {
  number: number;
  method: string;
  path: string;
  body?: unknown;
}
/** The number of a request whose answer nobody waits for any more. */
export interface Dropped {
  dropped: number;
}
export type Said =
  | { kind: "progress"; loaded: number; total: number }
  | { kind: "ready"; worker: string }
  | { kind: "failed"; code: string; message: string }
  | { kind: "answer"; number: number; status: number; body: unknown };

/** What Python answers: see `tetrad.page.answers`. */
interface Result {
  status: number;
  body: unknown;
  of: string;
  events: Kept[];
  due: boolean;
  summary: Line | null;
  told: unknown[];
  also: Result | null;
}
interface Pyodide {
  unpackArchive(archive: ArrayBuffer, format: string, options: { extractDir: string }): void;
  registerJsModule(name: string, module: object): void;
  runPython(code: string): unknown;
  globals: { get(name: string): (...texts: string[]) => string };
}

const scope = self as unknown as {
  postMessage(said: Said): void;
  onmessage: ((event: MessageEvent<Asked | Dropped>) => void) | null;
  fetch: typeof fetch;
  /** Where the parts lie. */
  name: string;
  location: Location;
};
const say = (said: Said): void => scope.postMessage(said);
const channel = new BroadcastChannel("tetrad");
const folder = scope.name;

const START = `
import sys
sys.path.insert(0, "/tetrad")
import page_host
from tetrad.page.engine import install
install(page_host.open)
from tetrad.page.answers import answer, go_on, ready, think
`;

let answerOf: (method: string, path: string, body: string, logs: string) => Result;
let goOn: () => Result;
let thinkOf: (id: string, log: string) => Result;
let readyFor: (game: string) => void;

async function start(): Promise<void> {
  const own = scope.location.pathname.split("/").at(-1)!;
  const found = await fetchAll(folder, own, (loaded, total) => say({ kind: "progress", loaded, total }));
  const bytes = (name: string): Promise<ArrayBuffer> => found.get(folder + name)!.clone().arrayBuffer();
  // What is here already is not fetched again.
  const outside = scope.fetch.bind(scope);
  scope.fetch = async (asked, init) => found.get(new URL(String(asked instanceof Request ? asked.url : asked)).pathname)?.clone() ?? outside(asked, init);
  const { loadPyodide } = (await import(/* @vite-ignore */ `${folder}pyodide.mjs`)) as { loadPyodide: (options: object) => Promise<Pyodide> };
  const python = await loadPyodide({ indexURL: folder });
  python.unpackArchive(await bytes("tetrad.zip"), "zip", { extractDir: "/tetrad" });
  const games = ["quantik", "qawale", "qomet"];
  const compiled = new Map(await Promise.all(games.map(async (game) => [game, await WebAssembly.compile(await bytes(`${game}.wasm`))] as const)));
  python.registerJsModule("page_host", { open: (game: string): Module => opened(compiled.get(game)!) });
  python.runPython(START);
  const [answer, more, think, ready] = ["answer", "go_on", "think", "ready"].map((name) => python.globals.get(name));
  answerOf = (...texts) => JSON.parse(answer!(...texts)) as Result;
  goOn = () => JSON.parse(more!()) as Result;
  thinkOf = (...texts) => JSON.parse(think!(...texts)) as Result;
  readyFor = (game) => void ready!(game);
  say({ kind: "ready", worker: own });
}

const started = start();
started.catch((failure: unknown) => {
  const code = failure instanceof OutdatedError ? "new-version" : "no-engine";
  say({ kind: "failed", code, message: String(failure) });
});

/** The logs that a request is about: of its match, also one that is wished for again, or of all for somebody's openings. */
async function logsFor({ path, body }: Asked): Promise<{ id: string; events: Kept[] }[]> {
  const wish = (body as { id?: unknown } | undefined)?.id;
  const [, named = ""] = /^\/api\/matches\/([^/?]+)/.exec(path) ?? [];
  const id = isLocal(named) || typeof wish !== "string" ? named : nameFor(wish);
  const about = isLocal(id) ? [id] : /\/opening(\?|$)/.test(path) ? (await lines()).map((line) => line.id).slice(0, 100) : [];
  return Promise.all(about.map(async (each) => ({ id: each, events: await logOf(each) })));
}

/** Whether what has happened could be written down before anything else did. */
const keep = (result: Result): Promise<boolean> => append([result, result.also].flatMap(changeOf));
const changeOf = (result: Result | null): Change[] => (result?.summary && result.events.length ? [{ line: result.summary, events: result.events }] : []);

function tell(id: string, ...events: unknown[]): void {
  for (const event of events) channel.postMessage({ match: id, event });
}

const UNFINISHED = 102;
const STALE = { error: { code: "stale", message: "the game has moved on" } };

async function answered(asked: Asked): Promise<void> {
  const { number, method, path, body } = asked;
  const reply = (status: number, said: unknown): void => say({ kind: "answer", number, status, body: said });
  if (isAboutKept(method, path)) {
    const known = await answerAboutKept(method, path);
    return reply(known.status, known.body);
  }
  await started;
  const result = await whole(answerOf(method, path, body === undefined ? "" : JSON.stringify(body), JSON.stringify(await logsFor(asked))), number);
  if (!result) return;
  if (!(await keep(result))) return reply(409, STALE);
  reply(result.status, result.body);
  if (result.status < 300) tell(result.of, ...result.told);
  const pace = (body as { pace?: number } | undefined)?.pace ?? 0;
  for (const each of [result, result.also]) if (each?.due) await think(each.of, pace);
  if (method === "GET" && isLocal(path.split("/")[3] ?? "")) await resume(path, result);
  else if (result.status === 201) readyFor((result.body as { match: { game: string } }).match.game);
}

/** What takes long comes in parts; between them it is heard whether anybody still waits. */
async function whole(result: Result, number: number): Promise<Result | null> {
  while (result.status === UNFINISHED) {
    await pause();
    if (dropped.has(number)) return null;
    result = goOn();
  }
  return result;
}

/** A bot that owed a move when the page was closed makes it when the match is looked at again. */
async function resume(path: string, result: Result): Promise<void> {
  const state = result.body as { id?: string; thinking?: boolean; game?: string } | null;
  if (!/^\/api\/matches\/[^/]+$/.test(path) || result.status !== 200 || !state?.id) return;
  if (state.thinking) await think(state.id, 0);
  else readyFor(state.game!);
}

/** The bot's turn, or two bots' turns; a thought is dropped where the match has gone on meanwhile. */
async function think(id: string, pace: number): Promise<void> {
  tell(id, { kind: "thinking", on: true });
  try {
    while (await thought(id, pace));
  } catch (failure) {
    tell(id, { kind: "failed", code: problem(failure).code });
  } finally {
    tell(id, { kind: "thinking", on: false });
  }
}

/** One turn of a bot; whether there is another one. */
async function thought(id: string, pace: number): Promise<boolean> {
  const begun = performance.now();
  const result = thinkOf(id, JSON.stringify(await logOf(id)));
  const rest = pace * 1000 - (performance.now() - begun);
  if (rest > 0) await pause(rest);
  if (result.status !== 200 || !(await keep(result))) return false;
  tell(id, ...result.told);
  return result.due;
}

const pause = (ms = 0): Promise<unknown> => new Promise((done) => setTimeout(done, ms));

function problem(failure: unknown): { status: number; code: string; message: string } {
  const full = (failure as DOMException | undefined)?.name === "QuotaExceededError";
  return full ? { status: 507, code: "no-room", message: "there is no room left in this browser" } : { status: 500, code: "page-fault", message: String(failure) };
}

/** Requests for whose answer nobody waits any more. */
const dropped = new Set<number>();
/** One after the other: what is asked while a bot takes its time waits until it has moved. */
let last: Promise<unknown> = Promise.resolve();

async function next(asked: Asked): Promise<void> {
  await pause(); // so that it is heard first what was dropped meanwhile
  if (dropped.delete(asked.number)) return;
  try {
    await answered(asked);
  } catch (failure) {
    const { status, ...error } = problem(failure);
    say({ kind: "answer", number: asked.number, status, body: { error } });
  }
}

scope.onmessage = ({ data }) => {
  if ("dropped" in data) dropped.add(data.dropped);
  else last = last.then(() => next(data)).finally(() => dropped.delete(data.number));
};
