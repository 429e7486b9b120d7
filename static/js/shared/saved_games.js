// The games that were viewed, saved and rated on this device, in the browser's storage.

import { BASE } from "./base.js";

const KEY = "carnage.shelf";
const VERSION = 1;
const MOST_SEEN = 60; // games that were only viewed; the oldest view is dropped first
const MOST = 1_000; // saved games
const GAME = /^\/[a-z][a-z0-9-]{0,40}\/[0-9]{1,200}$/;
const CARRIED = ["name", "own", "rules", "setting"]; // query parameters that are stored with a game
export const LIMITS = { title: 200, notes: 2_000, address: 6_000, rating: 5, name: 200, names: 60, file: 4_000_000 };

/* Return all games by path. Unreadable data is moved to another key, and never overwritten. */
export function games() {
  const text = localStorage.getItem(KEY);
  if (text === null) return {};
  try {
    return read(JSON.parse(text)).games;
  } catch {
    localStorage.setItem(`${KEY}.unread`, text);
    localStorage.removeItem(KEY);
    return {};
  }
}

/* Change the stored fields of the game at an address, and return the game. Throws if storage is blocked. */
export function change(address, fields) {
  const place = placed(address);
  const all = games();
  const path = place.split("?")[0];
  const game = { ...all[path], ...fields, address: place };
  all[path] = clean({ title: "", seen: now(), ...game });
  write(all);
  return all[path];
}

/* Record a view of the game at an address, with its title. */
export function see(address, title) {
  const before = games()[placed(address).split("?")[0]];
  // A saved game keeps its name.
  const own = before && isOwn(before) ? { address: before.address, title: before.title } : { title };
  change(own.address ?? address, { title: own.title, seen: now() });
}

export function remove(path) {
  const all = games();
  delete all[path];
  write(all);
}

/* Return true if a game was saved, rated, annotated or renamed, not only viewed. */
export function isOwn(game) {
  return game.kept || game.rating > 0 || game.notes !== "" || Object.keys(game.names ?? {}).length > 0;
}

/* Return all games as the text of an export file. */
export function written() {
  return JSON.stringify({ carnage: "shelf", version: VERSION, games: games() }, null, 2) + "\n";
}

/* Merge the games of an export file into the stored ones. If both have a game, the later change wins. Return the number
   of imported and of unreadable games. Throws a Refusal for an invalid file. */
export function takeIn(text) {
  if (text.length > LIMITS.file) throw new Refusal("long");
  let said;
  try {
    said = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    throw new Refusal("broken");
  }
  if (said === null || typeof said !== "object" || said.carnage !== "shelf") throw new Refusal("other");
  if (said.version !== VERSION) throw new Refusal("newer");
  const { games: theirs, unread } = read(said);
  const all = games();
  let count = 0;
  for (const [path, game] of Object.entries(theirs)) {
    const mine = all[path];
    const last = !mine || game.changed > mine.changed ? game : mine;
    // Keep the notes of both.
    const both = mine && mine.notes !== game.notes && !last.notes.includes((last === mine ? game : mine).notes);
    const notes = both ? `${last.notes}\n${(last === mine ? game : mine).notes}`.trim() : last.notes;
    all[path] = { ...last, notes: notes.slice(0, 2 * LIMITS.notes), kept: game.kept || (mine?.kept ?? false) };
    count += 1;
  }
  write(all);
  return { count, unread };
}

/* The reason why a file cannot be imported. */
export class Refusal extends Error {}

function read(said) {
  if (said?.carnage !== "shelf" || typeof said.games !== "object" || said.games === null || Array.isArray(said.games)) throw new Refusal("other");
  const found = {};
  let unread = 0;
  for (const game of Object.values(said.games)) {
    try {
      const each = clean(game);
      found[each.address.split("?")[0]] = each;
    } catch {
      unread += 1;
    }
  }
  return { games: found, unread };
}

/* Return a validated game. Throws if it is invalid. */
function clean(game) {
  const text = (value, most) => typeof value === "string" ? value.slice(0, most) : "";
  const when = value => typeof value === "string" && !Number.isNaN(Date.parse(value)) ? new Date(value).toISOString() : "";
  return {
    address: placed(game.address),
    title: text(game.title, LIMITS.title),
    kept: game.kept === true,
    rating: Number.isInteger(game.rating) && game.rating > 0 && game.rating <= LIMITS.rating ? game.rating : 0,
    notes: text(game.notes, 2 * LIMITS.notes),
    seen: when(game.seen),
    changed: when(game.changed),
    names: namesOf(game.names),
  };
}

/* Return validated custom names by code. */
function namesOf(said) {
  if (said === null || typeof said !== "object" || Array.isArray(said)) return {};
  const right = ([code, name]) => /^[a-z][a-z0-9-]{0,40}$/.test(code) && typeof name === "string" && name.length <= LIMITS.name;
  return Object.fromEntries(Object.entries(said).filter(right).slice(0, LIMITS.names));
}

/* Return the path within the site and the stored query parameters of the address of a game. Throws for other
   addresses. */
export function placed(address) {
  if (typeof address !== "string" || address.length > LIMITS.address) throw new TypeError("no address");
  const place = new URL(address, location.origin);
  const inside = place.pathname.startsWith(`${BASE}/`) ? place.pathname.slice(BASE.length) : "";
  const path = GAME.test(inside) ? inside : place.pathname;
  if (place.origin !== location.origin || !GAME.test(path)) throw new TypeError("no game");
  const query = new URLSearchParams();
  for (const name of CARRIED) if (place.searchParams.get(name)) query.set(name, place.searchParams.get(name));
  const said = String(query);
  return path + (said ? `?${said}` : "");
}

function write(all) {
  const sorted = Object.entries(all).sort(([, one], [, other]) => (one.seen < other.seen ? 1 : -1));
  const own = sorted.filter(([, game]) => isOwn(game)).slice(0, MOST);
  const seen = sorted.filter(([, game]) => !isOwn(game)).slice(0, MOST_SEEN);
  localStorage.setItem(KEY, JSON.stringify({ carnage: "shelf", version: VERSION, games: Object.fromEntries([...own, ...seen]) }));
}

function now() {
  return new Date().toISOString();
}
