/**
 * Keeps what never changes (files with hashed names), the words, and the pages: those that were seen,
 * and from the first game on the whole app of one version, the one whose Python and engine are kept.
 * With a network, pages and words come fresh; without one, the app opens with what was kept and plays
 * on by itself.
 */
const ROOT = new URL("./", self.location.href).pathname;
/** Other apps, and other editions of this one, may live on the same host: theirs are left alone. */
const OURS = `tetrad-app-${ROOT}:`;
const KEPT = `${OURS}4`;
/** Files of earlier versions that are still there: pages that are open may ask for them. */
const EARLIER = 100;
/** The files of the app that is kept whole. */
const LIST = `${ROOT}files.json`;
const OFFLINE = ["offline.html", "offline.css", "offline.js", "icon.svg"].map((name) => ROOT + name);
/** A network that takes longer is as good as none where something was kept. */
const PATIENCE = 4000;
const PATIENCE_WITHIN_A_PAGE = 1500;

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

/** What may have changed: a host that says nothing about it leaves that to be guessed. */
const ASKED_ANEW = { cache: "no-cache" };

async function fetchFrom(request, patience) {
  const answer = await fetch(request, { ...ASKED_ANEW, signal: patience && AbortSignal.timeout(patience) });
  if (isLost(answer)) throw new Error(`${answer.status} ${answer.statusText}`);
  return answer;
}

const GAMES = ["quantik", "qawale", "qomet"];
const wordsOf = (language) => (language && language !== "en" ? [language, ...GAMES.map((game) => `${language}/${game}`)].map((name) => `locale/${name}.json`) : []);

const pathOf = ({ url }) => new URL(url).pathname;
const isAsset = (request) => pathOf(request).startsWith(`${ROOT}assets/`);
const isPage = (request) => /\/(index\.html)?$/.test(pathOf(request));

/**
 * All that the app is made of, so that every page opens without a network, in the language that is
 * spoken. An app that another worker belongs to than the one whose Python and engine are kept waits.
 */
async function keepAll({ keep: language, worker }) {
  const cache = await caches.open(KEPT);
  const answer = await fetchFrom(LIST);
  const text = await answer.clone().text(), list = JSON.parse(text);
  const home = await fetchFrom(ROOT);
  if (!home.ok || !list.includes(`assets/${worker}`)) return;
  const isSame = text === (await (await cache.match(LIST))?.text());
  const known = new Set((await cache.keys()).filter((each) => isSame || isAsset(each)).map(pathOf));
  const missing = (names) => names.map((name) => ROOT + name).filter((path) => !known.has(path)).map((path) => new Request(path, ASKED_ANEW));
  await Promise.all(missing(wordsOf(language)).map((each) => cache.add(each).catch(() => undefined)));
  await cache.addAll(missing(list));
  await cache.put(ROOT, await bare(home));
  await cache.put(LIST, answer);
  const others = (await cache.keys()).filter((each) => isPage(each) && pathOf(each) !== ROOT);
  await Promise.all(others.map((each) => cache.delete(each)));
  await tidy(cache);
}

/** Drops the oldest files of versions that are gone. */
async function tidy(cache) {
  const list = (await (await cache.match(LIST))?.json()) ?? [];
  const own = new Set(list.map((name) => ROOT + name));
  const others = (await cache.keys()).filter((each) => isAsset(each) && !own.has(pathOf(each)));
  await Promise.all(others.slice(0, -EARLIER).map((each) => cache.delete(each)));
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
  if (event.data?.keep) event.waitUntil(keepAll(event.data).catch(() => undefined));
});

async function fromCacheFirst(request) {
  const cache = await caches.open(KEPT);
  const known = await cache.match(request);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone()).then(() => tidy(cache)).catch(() => undefined);
  return answer;
}

/** Pages of a server bring answers of their own and are not kept, but for the first one. */
async function page(request) {
  const cache = await caches.open(KEPT);
  const path = pathOf(request);
  const known = (await cache.match(path, { ignoreSearch: true })) ?? (await cache.match(ROOT));
  try {
    const answer = await fetchFrom(request, known && PATIENCE);
    const text = answer.ok && (await answer.clone().text());
    // What is kept whole stays of one version.
    const keeps = text && isStatic(text) && !(await cache.match(LIST));
    if (keeps) await cache.put(path, answer.clone()).catch(() => undefined);
    return answer;
  } catch (failure) {
    const found = known ?? (await cache.match(`${ROOT}offline.html`));
    if (!found) throw failure;
    const text = await found.text();
    return rewritten(isStatic(text) ? text.replace(/(src|href)="(\.\.\/|\.\/)*(?=[\w-])(?!https?:)/g, `$1="${ROOT}`) : text, found);
  }
}

/** A page of the files alone names its files from where it lies. */
const isStatic = (text) => text.includes('content="static"');

async function freshOrKept(request) {
  const cache = await caches.open(KEPT);
  const known = (await cache.match(request)) ?? (await caches.match(request));
  try {
    const answer = await fetchFrom(request, known && PATIENCE_WITHIN_A_PAGE);
    if (answer.ok) await cache.put(request, answer.clone()).catch(() => undefined);
    return answer;
  } catch (failure) {
    return known ?? Promise.reject(failure);
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
  if (name.startsWith("api/")) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (name.startsWith("assets/")) event.respondWith(fromCacheFirst(request));
  else if (/^page\/.*\.mjs$/.test(name)) event.respondWith(fromAnyCacheFirst(request));
  else if (OFFLINE.includes(pathname) || name.startsWith("locale/") || /^page\/(boards|daily)-/.test(name)) event.respondWith(freshOrKept(request));
});
