// Keeps the files of the page on this device, so that it opens and can be played on without a connection. It asks the
// server first: what is kept is only for when that is not reached, or does not answer.

const KEPT = "puzzlewright-1";
const PAGE = "/";
const PATIENCE_MS = 3000;
const HANGS_MS = 20_000;

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

/** Until when the server, which was asked and did not answer, is not waited for. */
let hangsUntil = 0;

async function answer(request, name) {
  const cache = await caches.open(KEPT);
  const kept = await cache.match(name);
  const asked = fetch(request).then(async (reply) => {
    hangsUntil = 0;
    if (reply.ok) await cache.put(name, reply.clone());
    return reply;
  });
  if (!kept) return asked;
  const patience = Date.now() < hangsUntil ? 0 : PATIENCE_MS;
  const late = new Promise((done) => setTimeout(done, patience));
  // A connection may be there and carry nothing, as on a train.
  const reply = await Promise.race([asked, late]).catch(() => kept);
  if (reply) return reply;
  hangsUntil = Date.now() + HANGS_MS;
  asked.catch(() => {});
  return kept;
}
