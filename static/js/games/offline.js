// Ask the service worker to cache the open page with its files.

import { BASE } from "../shared/base.js";

const FILE = /^\/static\/[0-9a-f]{12}\//; // within the site

/* Cache the page. Return true on success, false if the browser does not allow it. */
export async function keepPage() {
  try {
    const worker = await navigator.serviceWorker.register(`${BASE}/table/worker.js`, { scope: `${BASE}/table/` });
    await (document.readyState === "complete" ? null : new Promise(done => addEventListener("load", done, { once: true })));
    await document.fonts.ready;
    const active = worker.active ?? (await navigator.serviceWorker.ready).active;
    return await asked(active, { keep: location.href, files: files() });
  } catch {
    return false;
  }
}

/* Return the addresses of all files of the page: style sheets, scripts and fonts. */
function files() {
  const named = [...document.querySelectorAll("link[href], script[src]")].map(each => each.href || each.src);
  const fetched = performance.getEntriesByType("resource").map(each => each.name);
  const own = [...named, ...fetched].map(each => new URL(each, location.href));
  return [...new Set(own.filter(each => each.origin === location.origin && each.pathname.startsWith(BASE) && FILE.test(each.pathname.slice(BASE.length))).map(each => each.href))];
}

function asked(worker, message) {
  return new Promise(done => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = event => done(event.data === true);
    setTimeout(() => done(false), 20_000);
    worker.postMessage(message, [port2]);
  });
}
