/**
 * What Python and the engine are made of, in a folder of their own. They are fetched when the page
 * first needs them, counted on the way, and kept in the browser's cache until there are newer ones.
 */

/**
 * The build's list: a name for this very set of files, how large each is, what it has to be (SHA-256
 * of the file unpacked), and the worker that was built for them.
 */
export interface Parts {
  version: string;
  files: Record<string, number>;
  hashes: Record<string, string>;
  worker: string;
}

/** A network that takes longer is as good as none where something was kept. */
const PATIENCE = 4000;

/** The files of the host belong to another version than this page. */
export class OutdatedError extends Error {}

const TYPES: Record<string, string> = { wasm: "application/wasm", json: "application/json", mjs: "text/javascript" };

const typeOf = (name: string): string => TYPES[name.split(".").at(-1)!] ?? "application/octet-stream";
const plain = (name: string): string => name.replace(/\.gz$/, "");
/** Other editions of the same host have their own. */
const named = (folder: string, version = ""): string => `tetrad-page-${folder}:${version}`;

/** A private window, or one without a secure address, has no cache: then everything comes fresh. */
async function cacheOf(name: string): Promise<Cache | null> {
  try {
    return await caches.open(name);
  } catch {
    return null;
  }
}

async function kept(folder: string): Promise<string[]> {
  try {
    return (await caches.keys()).filter((name) => name.startsWith(named(folder)));
  } catch {
    return [];
  }
}

async function listOf(folder: string, name: string): Promise<Parts | null> {
  const known = await (await cacheOf(name))?.match(`${folder}page.json`);
  return known ? ((await known.json()) as Parts) : null;
}

/** All lists that were kept, whole sets only. */
async function keptLists(folder: string): Promise<Parts[]> {
  const lists = await Promise.all((await kept(folder)).map((name) => listOf(folder, name)));
  return lists.filter((list) => list !== null);
}

/** The newest list, or where no network is, the one that was kept. */
export async function parts(folder: string, signal?: AbortSignal): Promise<Parts> {
  try {
    const answer = await fetch(`${folder}page.json`, { cache: "no-cache", signal });
    if (!answer.ok) throw new Error(answer.statusText);
    return (await answer.json()) as Parts;
  } catch (failure) {
    const [known] = await keptLists(folder);
    if (known) return known;
    throw failure;
  }
}

/** The list that was made for this worker: a page that has been open for long may be older than the host's. */
async function fitting(folder: string, worker: string): Promise<Parts> {
  const fits = (list: Parts): boolean => list.worker === worker;
  const known = (await keptLists(folder)).filter(fits);
  const newest = await parts(folder, known.length ? AbortSignal.timeout(PATIENCE) : undefined);
  const found = [newest, ...known].find(fits);
  if (!found) throw new OutdatedError(`${worker} is not of version ${newest.version}`);
  return found;
}

async function counted(answer: Response, more: (bytes: number) => void): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  const reader = answer.body!.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    chunks.push(part.value);
    more(part.value.length);
  }
  return new Uint8Array(await new Blob(chunks as BlobPart[]).arrayBuffer());
}

/** What came compressed is unpacked here, unless the host has done it on the way: some do, some do not. */
async function unpacked(bytes: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes.buffer;
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

/** Whether a file is the one of the list: while a host is brought up to date, it may be an older one. */
async function isRight(content: ArrayBuffer, wanted: string | undefined): Promise<boolean> {
  if (!globalThis.crypto?.subtle) return true; // without a secure address nothing can be kept either
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("") === wanted;
}

/** A file that another version was kept with, and that is still the same. */
async function unchanged(folder: string, name: string, hash: string | undefined): Promise<Response | undefined> {
  const same = (await keptLists(folder)).find(({ hashes }) => hashes[name] === hash);
  return same && (await cacheOf(named(folder, same.version)))?.match(folder + name);
}

async function fetched(folder: string, name: string, { hashes }: Parts, cache: Cache | null, more: (bytes: number) => void): Promise<ArrayBuffer> {
  const known = await cache?.match(folder + name);
  if (known) return unpacked(new Uint8Array(await known.arrayBuffer()));
  const answer = (await unchanged(folder, name, hashes[name])) ?? (await fetch(folder + name, { cache: "no-cache" }));
  if (!answer.ok) throw new Error(`${name}: ${answer.status} ${answer.statusText}`);
  const body = await counted(answer, more);
  const content = await unpacked(body);
  if (!(await isRight(content, hashes[name]))) throw new OutdatedError(`${name} is of another version`);
  // A full disk keeps nobody from playing now.
  await cache?.put(folder + name, new Response(body, { headers: { "Content-Type": typeOf(name) } })).catch(() => undefined);
  return content;
}

/**
 * All parts that were made for a worker, from the cache or the network; `tell` hears of bytes that
 * had to be fetched.
 */
export async function fetchAll(folder: string, worker: string, tell: (loaded: number, total: number) => void): Promise<Map<string, Response>> {
  return gathered(folder, await fitting(folder, worker), tell);
}

/** Keeps the newest parts for a time without a network. The worker they were made for; none where there was no room for them. */
export async function keepNewest(folder: string, tell: (loaded: number, total: number) => void): Promise<string | null> {
  const list = await parts(folder);
  await gathered(folder, list, tell);
  return (await keptBytes(folder)) ? list.worker : null;
}

/** The worker of the parts that are kept, if there are none newer. */
export async function newestKept(folder: string): Promise<string | null> {
  const [known] = await keptLists(folder);
  return known && (await parts(folder)).version === known.version ? known.worker : null;
}

async function gathered(folder: string, list: Parts, tell: (loaded: number, total: number) => void): Promise<Map<string, Response>> {
  const cache = await cacheOf(named(folder, list.version));
  const total = sizeOf(list);
  let loaded = 0;
  const more = (bytes: number): void => tell((loaded += bytes), total);
  const found = await Promise.all(
    Object.keys(list.files).map(async (name) => [folder + plain(name), answerOf(plain(name), await fetched(folder, name, list, cache, more))] as const),
  );
  const whole = cache && (await cache.keys()).length >= found.length;
  if (whole) await cache.put(`${folder}page.json`, answerOf("page.json", JSON.stringify(list))).catch(() => undefined);
  await dropOthers(folder, list.version);
  return new Map(found);
}

const answerOf = (name: string, body: BodyInit): Response => new Response(body, { headers: { "Content-Type": typeOf(name) } });

async function dropOthers(folder: string, version: string): Promise<void> {
  const others = (await kept(folder)).filter((name) => name !== named(folder, version));
  await Promise.all(others.map((name) => caches.delete(name)));
}

export const sizeOf = ({ files }: Parts): number => Object.values(files).reduce((sum, size) => sum + size, 0);

/** How many bytes are kept of them; 0 if the page could not play without a network. */
export async function keptBytes(folder: string): Promise<number> {
  const [known] = await keptLists(folder);
  return known ? sizeOf(known) : 0;
}

export const remove = async (folder: string): Promise<void> => void (await Promise.all((await kept(folder)).map((name) => caches.delete(name))));
