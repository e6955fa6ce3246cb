/**
 * Keeps what never changes (files with hashed names), the pages once they have been seen, the words,
 * and what Python and the engine are made of. With a network, pages and words come fresh; without
 * one, the app opens with what was kept and plays on by itself.
 */
const ROOT = new URL("./", self.location.href).pathname;
/** Other apps, and other editions of this one, may live on the same host: theirs are left alone. */
const OURS = `tetrad-app-${ROOT}:`;
const KEPT = `${OURS}4`;
const MOST = 150;
const OFFLINE = ["offline.html", "offline.css", "offline.js", "icon.svg"].map((name) => ROOT + name);
/** A network that takes longer is as good as none where something was kept. */
const PATIENCE = 4000;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(OFFLINE)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const isEarlier = (name) => ROOT === "/" && /^tetrad-(page-\w|\d)/.test(name); // before names had a place in them
  const isOld = (name) => name !== KEPT && (name.startsWith(OURS) || isEarlier(name));
  const old = caches.keys().then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name))));
  event.waitUntil(old.then(() => self.clients.claim()));
});

/** A server that is gone behind a proxy: somebody else answers in its place. */
const isLost = ({ status }) => status >= 502 && status <= 504;

async function fetchFrom(request, options) {
  const answer = await fetch(request, options);
  if (isLost(answer)) throw new Error(`${answer.status} ${answer.statusText}`);
  return answer;
}

const GAMES = ["quantik", "qawale", "qomet"];
const wordsOf = (language) => (language && language !== "en" ? [language, ...GAMES.map((game) => `${language}/${game}`)].map((name) => `locale/${name}.json`) : []);

/** All that the app is made of, so that every page opens without a network, in the language that is spoken. */
async function keepAll(language) {
  const cache = await caches.open(KEPT);
  const list = await (await fetch(`${ROOT}files.json`, { cache: "no-cache" })).json();
  const known = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const missing = [...list, ...wordsOf(language)].filter((name) => !known.has(ROOT + name));
  await Promise.all(missing.map((name) => cache.add(ROOT + name).catch(() => undefined)));
  const home = await fetch(ROOT, { cache: "no-cache" });
  if (home.ok) await cache.put(ROOT, await bare(home));
}

/** A page without the answers that came along: those are of today, and of whoever is signed in. */
async function bare(answer) {
  const text = (await answer.text()).replace(/<script[^>]*id="ahead"[^>]*>[^<]*<\/script>/, "");
  return rewritten(text, answer);
}

function rewritten(text, { headers }) {
  const policy = headers.get("Content-Security-Policy");
  return new Response(text, { headers: { "Content-Type": "text/html; charset=utf-8", ...(policy && { "Content-Security-Policy": policy }) } });
}

self.addEventListener("message", (event) => {
  if (event.data?.keep) event.waitUntil(keepAll(event.data.keep).catch(() => undefined));
});

async function fromCacheFirst(request) {
  const cache = await caches.open(KEPT);
  const known = await cache.match(request);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) {
    await cache.put(request, answer.clone()).catch(() => undefined);
    const all = await cache.keys();
    const oldest = all.length > MOST && all.find(({ url }) => url.includes("/assets/"));
    if (oldest) await cache.delete(oldest);
  }
  return answer;
}

/** Pages of a server bring answers of their own and are not kept, but for the first one. */
async function page(request) {
  const cache = await caches.open(KEPT);
  const { pathname } = new URL(request.url);
  try {
    const kept = await cache.match(pathname, { ignoreSearch: true });
    const answer = await fetchFrom(request, kept ? { signal: AbortSignal.timeout(PATIENCE) } : undefined);
    const text = answer.ok && (await answer.clone().text());
    if (text && isStatic(text)) await cache.put(pathname, answer.clone()).catch(() => undefined);
    return answer;
  } catch (failure) {
    const known = (await cache.match(pathname, { ignoreSearch: true })) ?? (await cache.match(ROOT)) ?? (await cache.match(`${ROOT}offline.html`));
    if (!known) throw failure;
    const text = await known.text();
    return rewritten(isStatic(text) ? text.replace(/(src|href)="(\.\.\/|\.\/)*(?=[\w-])(?!https?:)/g, `$1="${ROOT}`) : text, known);
  }
}

/** A page of the files alone names its files from where it lies. */
const isStatic = (text) => text.includes('content="static"');

async function freshOrKept(request) {
  const cache = await caches.open(KEPT);
  try {
    const answer = await fetchFrom(request);
    if (answer.ok) await cache.put(request, answer.clone()).catch(() => undefined);
    return answer;
  } catch (failure) {
    return (await cache.match(request)) ?? (await caches.match(request)) ?? Promise.reject(failure);
  }
}

async function fromAnyCacheFirst(request) {
  return (await caches.match(request)) ?? fetch(request);
}

/** Whose turn it is, as the server has written it; pages that are open count anew. */
async function told({ title, body, tag, url, lang, dir, turns }) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  for (const each of pages) each.postMessage("turn");
  await (turns ? self.navigator.setAppBadge?.(turns) : self.navigator.clearAppBadge?.())?.catch(() => undefined);
  const icon = `${ROOT}icon-192.png`;
  await self.registration.showNotification(title, { body, tag, lang, dir, icon, data: { url } });
}

self.addEventListener("push", (event) => {
  if (event.data) event.waitUntil(told(event.data.json()));
});

/** The page of that game, if it is open, or else a new one. */
async function openMatch(url) {
  const wanted = new URL(url, self.location.href);
  if (wanted.origin !== self.location.origin) return;
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((page) => new URL(page.url).pathname === wanted.pathname);
  await (there ? there.focus() : self.clients.openWindow(wanted.href));
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openMatch(event.notification.data.url));
});

/** A push service has moved the browser to another address; the language is in a cookie. */
self.addEventListener("pushsubscriptionchange", (event) => {
  const again = async () => {
    const { key } = await (await fetch("/api/push")).json();
    if (!key) return;
    const fresh = await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const { endpoint, keys } = fresh.toJSON();
    await fetch("/api/push", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ endpoint, keys }) });
  };
  event.waitUntil(again());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin || !pathname.startsWith(ROOT)) return;
  const name = pathname.slice(ROOT.length);
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (name.startsWith("assets/")) event.respondWith(fromCacheFirst(request));
  else if (/^page\/.*\.mjs$/.test(name)) event.respondWith(fromAnyCacheFirst(request));
  else if (OFFLINE.includes(pathname) || name.startsWith("locale/") || /^page\/.*\.json$/.test(name)) event.respondWith(freshOrKept(request));
});
