/** Matches that this browser keeps itself: the same log of events as a server's, in its database. */

export interface Kept {
  seq: number;
  kind: string;
  data: Record<string, unknown>;
  at: number;
}
/** What a list shows of a match. */
export interface Line {
  id: string;
  updated: string;
}

const NAME = "tetrad";

/** Events that a match gains, with the line that the list shows then. */
export interface Change {
  line: Line;
  events: Kept[];
}

/** A private window may have no database: then matches last as long as the worker that keeps them. */
const memory = { events: new Map<string, Kept[]>(), lines: new Map<string, Line>() };

let opening: Promise<IDBDatabase | null> | undefined;

function open(): Promise<IDBDatabase | null> {
  opening ??= new Promise((found) => {
    try {
      const request = indexedDB.open(NAME, 1);
      request.onupgradeneeded = () => {
        request.result.createObjectStore("events", { keyPath: ["id", "seq"] });
        request.result.createObjectStore("matches", { keyPath: "id" });
      };
      request.onsuccess = () => found(shared(request.result));
      request.onerror = request.onblocked = () => found(null);
    } catch {
      found(null);
    }
  });
  return opening;
}

/** A newer version in another tab may want to change the database: then it is opened again when needed. */
function shared(database: IDBDatabase): IDBDatabase {
  // Also where somebody removes what the browser keeps for this site.
  database.onclose = () => (opening = undefined);
  database.onversionchange = () => {
    database.close();
    opening = undefined;
  };
  return database;
}

const result = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((found, fail) => {
    request.onsuccess = () => found(request.result);
    request.onerror = () => fail(request.error);
  });

/** The log of a match; empty if there is none. */
export async function logOf(id: string): Promise<Kept[]> {
  const database = await open();
  if (!database) return memory.events.get(id) ?? [];
  const range = IDBKeyRange.bound([id, 0], [id, Infinity]);
  const found = await result(database.transaction("events").objectStore("events").getAll(range));
  return found.map(({ seq, kind, data, at }) => ({ seq, kind, data, at }));
}

const done = (change: IDBTransaction): Promise<void> =>
  new Promise((resolve, fail) => {
    change.oncomplete = () => resolve();
    change.onabort = () => fail(change.error);
  });

/**
 * Adds events to logs, all or none. False where another tab was quicker: a number is given once.
 * What cannot be kept, because there is no room, is said by an error.
 */
export async function append(changes: Change[]): Promise<boolean> {
  const database = await open();
  if (!database) return remember(changes);
  const change = database.transaction(["events", "matches"], "readwrite", { durability: "strict" });
  for (const { line, events } of changes) {
    for (const event of events) change.objectStore("events").add({ id: line.id, ...event });
    change.objectStore("matches").put(line);
  }
  return done(change).then(
    () => true,
    (failure: DOMException | null) => {
      if (failure?.name === "ConstraintError") return false;
      throw failure;
    },
  );
}

function remember(changes: Change[]): boolean {
  const fits = ({ line: { id }, events: [first] }: Change): boolean => !first || first.seq === (memory.events.get(id) ?? []).length + 1;
  if (!changes.every(fits)) return false;
  for (const { line, events } of changes) {
    memory.events.set(line.id, [...(memory.events.get(line.id) ?? []), ...events]);
    memory.lines.set(line.id, line);
  }
  return true;
}

/** All matches, the latest first. */
export async function lines(): Promise<Line[]> {
  const database = await open();
  const found = database ? await result(database.transaction("matches").objectStore("matches").getAll()) : [...memory.lines.values()];
  return (found as Line[]).sort((a, b) => b.updated.localeCompare(a.updated));
}

export async function forget(id: string): Promise<void> {
  const database = await open();
  memory.events.delete(id);
  memory.lines.delete(id);
  if (!database) return;
  const change = database.transaction(["events", "matches"], "readwrite");
  change.objectStore("events").delete(IDBKeyRange.bound([id, 0], [id, Infinity]));
  change.objectStore("matches").delete(id);
  await done(change);
}

/** Whether matches outlive the page. */
export const lasts = async (): Promise<boolean> => (await open()) !== null;

const LIST = /^\/api\/matches(\?|$)/;
const ONE = /^\/api\/matches\/([^/]+)$/;

/** Whether a request needs no Python: the list of matches, or that one is forgotten. */
export const isAboutKept = (method: string, path: string): boolean => (method === "GET" && LIST.test(path)) || (method === "DELETE" && ONE.test(path));

export async function answerAboutKept(method: string, path: string): Promise<{ status: number; body: unknown }> {
  if (method === "DELETE") return forget(ONE.exec(path)![1]!).then(() => ({ status: 204, body: null }));
  const more = new URLSearchParams(path.split("?")[1]).has("after");
  return { status: 200, body: { matches: more ? [] : await lines() } };
}
