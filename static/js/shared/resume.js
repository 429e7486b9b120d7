// The game that somebody on this device is in the middle of: its address has all of it, and this remembers the last.

import { BASE } from "./base.js";

const KEY = "carnage.going";

/* Remember the game that is played at this address, under its name; whoever looks at it next is asked anew. */
export function remember(name) {
  const here = new URL(location.href);
  if (!here.searchParams.get("moves")) return; // nothing has been answered yet
  here.searchParams.delete("alone");
  here.searchParams.delete("advice");
  const address = here.pathname + here.search.replaceAll("%2C", ",");
  write(JSON.stringify({ address, name }));
}

/* Forget it, once the game at this address is over; another that is going stays. */
export function forget() {
  if (going()?.address.split("?")[0] === location.pathname) write(null);
}

/* The game that is going, its `address` and its `name`; nothing if there is none. */
export function going() {
  try {
    const { address, name } = JSON.parse(localStorage.getItem(KEY)) ?? {};
    return typeof address === "string" && address.startsWith(`${BASE}/play/`) ? { address, name: String(name) } : null;
  } catch {
    return null;
  }
}

function write(text) {
  try {
    if (text === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, text);
  } catch {
    // Storage may be forbidden or full; the address can still be kept by whoever plays.
  }
}
