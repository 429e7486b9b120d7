// Has the page that is open kept on the device by the service worker, with the files that it is made of.

import { BASE } from "../shared/base.js";

const FILE = /^\/static\/[0-9a-f]{12}\//; // within the site

/* Whether it is kept; false where the browser will not. */
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

/* All that the page has fetched and names: style sheets, scripts, type. */
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
