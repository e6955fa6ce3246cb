/**
 * Keeps what never changes (files with hashed names), the page that explains being offline, and
 * the words for it. Pages and answers of the server always come fresh.
 */
const KEPT = "tetrad-2";
const MOST = 100;
const OFFLINE = ["/offline.html", "/offline.css", "/offline.js", "/icon.svg"];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(OFFLINE)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const old = caches.keys().then((names) => Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name))));
  event.waitUntil(old.then(() => self.clients.claim()));
});

async function fromCacheFirst(request) {
  const cache = await caches.open(KEPT);
  const known = await cache.match(request);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) {
    await cache.put(request, answer.clone());
    const all = await cache.keys();
    if (all.length > MOST) await cache.delete(all.find(({ url }) => url.includes("/assets/")));
  }
  return answer;
}

async function orOffline(request) {
  try {
    return await fetch(request);
  } catch (failure) {
    return (await caches.match("/offline.html")) ?? Promise.reject(failure);
  }
}

async function freshOrKept(request) {
  const cache = await caches.open(KEPT);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(request, answer.clone());
    return answer;
  } catch (failure) {
    return (await cache.match(request)) ?? Promise.reject(failure);
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(orOffline(request));
  else if (pathname.startsWith("/assets/")) event.respondWith(fromCacheFirst(request));
  else if (OFFLINE.includes(pathname) || pathname.startsWith("/locale/")) event.respondWith(freshOrKept(request));
});
