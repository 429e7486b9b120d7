// The service worker of pages at the table. It keeps those that were opened, each with its files in a cache of its own, and
// answers for nothing else: a page from the network as long as there is one, a file from here only if its address has the
// fingerprint of what is in it. So nothing that it gives is older than what the network would have given, but without one.

const CACHE = "carnage-table "; // what the names of its caches begin with
const MOST = 12; // games that are kept: the one that was kept first goes first
const MOST_FILES = 40; // files that a page may have
const PATIENCE = 4_000; // milliseconds that a page that is kept waits for the network
const BASE = location.pathname.slice(0, location.pathname.lastIndexOf("/table/")); // the path that the site is under
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

/* A page from the network; the one that is kept if that cannot be reached, is in trouble or takes too long. */
async function page(request, address) {
  const kept = await caches.match(bare(address));
  const fresh = fetch(request);
  if (!kept) return fresh;
  fresh.catch(() => {}); // it may fail after the kept one was given
  const late = new Promise(done => setTimeout(done, PATIENCE));
  const answer = await Promise.race([fresh.catch(() => undefined), late]);
  return answer && answer.status < 500 ? answer : kept;
}

async function file(request, address) {
  return await caches.match(bare(address)) ?? fetch(request);
}

/* Keep a page and its files, if they are of one making: all of it or nothing. */
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
  // Of one game what was made of other files goes, and of too many games the first.
  const others = (await caches.keys()).filter(each => each.startsWith(CACHE) && each !== name);
  const same = others.filter(each => each.endsWith(` ${address.pathname}`));
  const rest = others.filter(each => !same.includes(each));
  for (const each of [...same, ...rest.slice(0, Math.max(0, rest.length - (MOST - 1)))]) await caches.delete(each);
  return true;
}

/* The path of an address within the site; empty for others. */
function within(address) {
  return address.pathname.startsWith(`${BASE}/`) ? address.pathname.slice(BASE.length) : "";
}

/* An address as things are kept under. */
function bare(address) {
  return address.origin + address.pathname + address.search;
}
