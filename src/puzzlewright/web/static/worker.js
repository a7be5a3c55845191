// Keeps the files of the page on this device, so that it opens and can be played on without a connection. It asks the
// server first: what is kept is only for when that is not reached.

const KEPT = "puzzlewright-1";
const PAGE = "/";

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

/** The page names the files that it was made of. */
self.addEventListener("message", (event) => {
  const own = event.data.map((name) => new URL(name)).filter((address) => address.origin === location.origin && isPart(address));
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll([PAGE, ...own.map((address) => address.pathname)])));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  const isPage = request.mode === "navigate" && address.pathname === PAGE;
  if (request.method !== "GET" || address.origin !== location.origin || !(isPage || isPart(address))) return;
  event.respondWith(answer(request, isPage ? PAGE : address.pathname));
});

const isPart = ({ pathname }) => pathname.startsWith("/static/") || pathname === "/api/genres";

async function answer(request, name) {
  const cache = await caches.open(KEPT);
  try {
    const reply = await fetch(request);
    if (reply.ok) await cache.put(name, reply.clone());
    return reply;
  } catch (error) {
    const kept = await cache.match(name);
    if (kept) return kept;
    throw error;
  }
}
