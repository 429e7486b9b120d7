// The service worker of the table companion. It caches each opened page with its files, and ignores all other requests. A
// page comes from the network, and from the cache only if the network fails. A file comes from the cache only if its
// address contains its fingerprint. So a cached response is never stale while there is a network.

const CACHE = "carnage-table "; // the prefix of the names of its caches
const MOST = 12; // cached games; the oldest is evicted first
const MOST_FILES = 40; // files of one page
const PATIENCE = 4_000; // milliseconds to wait for the network if a page is cached
const BASE = location.pathname.slice(0, location.pathname.lastIndexOf("/table/")); // the path prefix of the site
const PAGE = /^\/table\/[a-z][a-z0-9-]*\/[0-9]+$/;
const FILE = /^\/static\/([0-9a-f]{12})\//;

addEventListener("install", () => skipWaiting());
addEventListener("activate", event => event.waitUntil(clients.claim()));

addEventListener("message", event => {
  if (typeof event.data?.keep !== "string") return;
  const done = keep(event.data.keep, event.data.files).catch(() => false);
  event.waitUntil(done.then(kept => event.ports[0]?.postMessage(kept)));
});

addEventListener("fetch", event => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin) return;
  if (request.mode === "navigate") {
    if (PAGE.test(within(address))) event.respondWith(page(request, address));
  } else if (FILE.test(within(address))) event.respondWith(file(request, address));
});

/* Return a page from the network, or the cached page if the network fails, is slow or returns a server error. */
async function page(request, address) {
  const kept = await caches.match(bare(address));
  const fresh = fetch(request);
  if (!kept) return fresh;
  fresh.catch(() => {}); // it may fail after the cached page was returned
  const late = new Promise(done => setTimeout(done, PATIENCE));
  const answer = await Promise.race([fresh.catch(() => undefined), late]);
  return answer && answer.status < 500 ? answer : kept;
}

async function file(request, address) {
  return await caches.match(bare(address)) ?? fetch(request);
}

/* Cache a page and its files, all or none, if they have the same fingerprint. Return true if they are cached. */
async function keep(href, files) {
  const address = new URL(href);
  if (address.origin !== location.origin || !PAGE.test(within(address))) return false;
  const answer = await fetch(bare(address));
  if (!answer.ok || answer.redirected) return false;
  const mark = (await answer.clone().text()).match(/\/static\/([0-9a-f]{12})\//)?.[1];
  const own = [...new Set(files)].map(each => new URL(each)).filter(each => each.origin === location.origin && FILE.exec(within(each))?.[1] === mark);
  if (!mark || !own.length || own.length > MOST_FILES) return false;
  const name = `${CACHE}${mark} ${address.pathname}`;
  const cache = await caches.open(name);
  try {
    for (const each of own) if (!await cache.match(bare(each))) await cache.add(bare(each));
    for (const each of await cache.keys()) if (PAGE.test(within(new URL(each.url)))) await cache.delete(each);
    await cache.put(bare(address), answer);
  } catch (error) {
    await caches.delete(name);
    throw error;
  }
  // Delete older caches of this game, and the oldest caches if there are too many games.
  const others = (await caches.keys()).filter(each => each.startsWith(CACHE) && each !== name);
  const same = others.filter(each => each.endsWith(` ${address.pathname}`));
  const rest = others.filter(each => !same.includes(each));
  for (const each of [...same, ...rest.slice(0, Math.max(0, rest.length - (MOST - 1)))]) await caches.delete(each);
  return true;
}

/* Return the path of an address within the site, or an empty string for other addresses. */
function within(address) {
  return address.pathname.startsWith(`${BASE}/`) ? address.pathname.slice(BASE.length) : "";
}

/* Return the cache key of an address: the address without its fragment. */
function bare(address) {
  return address.origin + address.pathname + address.search;
}
