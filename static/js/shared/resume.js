// The game in progress on this device. Its address contains the whole game; the last such address is remembered.

import { BASE } from "./base.js";

const KEY = "carnage.going";

/* Remember the address and the name of this game, without the fields of one visit. */
export function remember(name) {
  const here = new URL(location.href);
  if (!here.searchParams.get("moves")) return; // no decision has been made yet
  for (const field of ["alone", "advice", "x", "y"]) here.searchParams.delete(field);
  const address = here.pathname + here.search.replaceAll("%2C", ",");
  write(JSON.stringify({ address, name }));
}

/* Forget the game at this address, because it is over. Another game in progress stays. */
export function forget() {
  if (going()?.address.split("?")[0] === location.pathname) write(null);
}

/* Return the `address` and `name` of the game in progress, or null. */
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
    // Storage may be blocked or full; the player can still bookmark the address.
  }
}
