// The table companion: store counters, dice and the page itself on the device, by game. Its texts come from the page.

import { clock } from "./clock.js";
import { keepPage } from "./offline.js";
import { dice } from "./dice.js";

const MOST_GAMES = 60; // games with stored counters
const MOST_BACK = 200; // steps that can be undone
const KEY = "carnage.table/";

const section = document.querySelector("#counts");
const key = KEY + section.dataset.game;
const told = document.querySelector("[data-kept]");
const undo = document.querySelector("[data-undo]");
const anew = section.querySelector("[data-anew]");
const said = section.querySelector(".at-told");
const fields = [...section.querySelectorAll("[data-key], [data-kind]")];
const scores = [...document.querySelectorAll("[data-shows]")];
const past = [];
let state = read();

const time = clock(document.querySelector(".clock"), () => state.clock, each => {
  keep({ ...state, clock: each });
  show();
});
show();
dice(document.querySelector("#dice"), () => state.throws ?? {}, throws => keep({ ...state, throws }));
section.addEventListener("click", event => {
  const button = event.target.closest?.("button");
  if (!button) return;
  if ("by" in button.dataset) step(button.parentElement.querySelector("input"), Number(button.dataset.by));
  else if (button === anew) change({}, anew.textContent);
});
undo.addEventListener("click", back);
section.addEventListener("change", event => {
  const field = event.target;
  if ("kind" in field.dataset) change({ ...state, kinds: { ...state.kinds, [field.dataset.kind]: field.value } }, "", ownerOf(field));
  else if (field.type === "checkbox") count(field, field.checked ? 1 : 0);
  else if (field.tagName === "SELECT") count(field, Number(field.value));
  else count(field, /^\s*[-−]?\d{1,6}\s*$/.test(field.value) ? Number(field.value.replace("−", "-")) : valueOf(field));
});
// The same game in another window.
addEventListener("storage", event => {
  if (event.key !== key) return;
  state = read();
  show();
  time();
});
keepPage().then(kept => tell(kept));

/* Return the stored state of this game. It is validated, because other scripts can write to the storage. */
function read() {
  try {
    const { counts, kinds, throws, clock: timed } = JSON.parse(localStorage.getItem(key) ?? "{}");
    return { counts: record(counts, Number.isInteger), kinds: record(kinds, each => typeof each === "string"), throws: record(throws, () => true), clock: record(timed, Number.isFinite) };
  } catch {
    return { counts: {}, kinds: {}, throws: {}, clock: {} };
  }
}

function record(said, right) {
  return said && typeof said === "object" ? Object.fromEntries(Object.entries(said).filter(([, value]) => right(value))) : {};
}

/* Store a state. Return true on success. */
function keep(next) {
  state = next;
  try {
    localStorage.setItem(key, JSON.stringify({ ...state, at: Date.now() }));
    forget();
    return true;
  } catch {
    tell(false, true);
    return false;
  }
}

/* Delete the states of the games that were played longest ago, if there are too many. */
function forget() {
  const games = Object.keys(localStorage).filter(each => each.startsWith(KEY));
  if (games.length <= MOST_GAMES) return;
  const when = each => {
    try { return JSON.parse(localStorage.getItem(each)).at ?? 0; } catch { return 0; }
  };
  games.sort((one, other) => when(other) - when(one));
  for (const each of games.slice(MOST_GAMES)) localStorage.removeItem(each);
}

function tell(offline, broken = false) {
  try {
    localStorage.setItem("carnage.kept", "1");
  } catch {
    broken = true;
  }
  told.textContent = broken ? told.dataset.not : offline ? told.dataset.offline : told.dataset.counts;
}

/* Change to another state. `what` is announced now, `undone` when the step is undone. */
function change(next, what = "", undone = what) {
  past.push({ state: JSON.stringify(state), undone });
  if (past.length > MOST_BACK) past.shift();
  keep({ counts: {}, kinds: {}, throws: {}, clock: {}, ...next });
  said.textContent = what;
  show();
  time();
}

function back() {
  if (!past.length) return;
  const { state: kept, undone } = past.pop();
  const before = JSON.parse(kept);
  const changed = fields.filter(field => "kind" in field.dataset
    ? (state.kinds?.[field.dataset.kind] ?? "") !== (before.kinds?.[field.dataset.kind] ?? "")
    : valueOf(field) !== valueOf(field, before));
  // Dice stay, and a clock keeps running; the clock is restored only if all counters had been reset.
  keep({ ...before, throws: state.throws, clock: Object.keys(state.clock).length ? state.clock : before.clock });
  time();
  said.textContent = [undo.textContent, undone].filter(Boolean).join(": ");
  show();
  for (const field of changed) field.closest("details")?.setAttribute("open", "");
  changed.find(field => field.offsetParent)?.scrollIntoView({ block: "nearest" });
}

/* Return the number in a field. Fields of several figures may share one key; only one of them is shown. */
function valueOf(field, at = state) {
  return at.counts?.[field.dataset.key] ?? Number(field.dataset.start ?? 0);
}

function step(field, by) {
  count(field, valueOf(field) + by);
}

function count(field, value) {
  const most = "most" in field.dataset ? Number(field.dataset.most) : Infinity;
  const next = field.tagName === "INPUT" && field.type !== "checkbox" ? Math.min(most, value) : value;
  // A counter with a maximum has the minimum 0.
  const settled = Number.isFinite(most) ? Math.max(0, next) : next;
  const counts = { ...state.counts, [field.dataset.key]: settled };
  let what = `${nameOf(field)} ${settled}`;
  if ("round" in field.dataset && settled > valueOf(field)) {
    for (const each of fields) if ("fresh" in each.dataset) delete counts[each.dataset.key];
  } else if ("phase" in field.dataset && settled !== valueOf(field)) {
    for (const each of fields) if ("byPhase" in each.dataset) delete counts[each.dataset.key];
  }
  if (settled === valueOf(field)) what = "";
  const plain = field.type === "checkbox" || field.tagName === "SELECT"; // the browser announces the new value of the field
  if (what) change({ ...state, counts }, plain ? "" : what, [nameOf(field), ownerOf(field)].filter(Boolean).join(", "));
  else show();
}

function nameOf(field) {
  return field.closest(".count, .mark, .state").querySelector("span").textContent;
}

/* Return the label of the group of a field. */
function ownerOf(field) {
  return field.closest("[role=group]")?.getAttribute("aria-label") ?? "";
}

function show() {
  for (const field of fields) {
    if ("kind" in field.dataset) {
      const code = state.kinds?.[field.dataset.kind] ?? "";
      field.value = [...field.options].some(option => option.value === code) ? code : "";
      for (const each of field.closest(".holder").querySelectorAll("[data-kinds]")) {
        each.classList.toggle("for-this", each.dataset.kinds.split(" ").includes(field.value));
      }
    } else if (field.type === "checkbox") field.checked = valueOf(field) === 1;
    else field.value = String(valueOf(field));
  }
  for (const score of scores) {
    score.value = fields.find(field => field.dataset.key === score.dataset.shows)?.value ?? "";
  }
  undo.disabled = !past.length;
  const untouched = !Object.keys(state.counts ?? {}).length && !Object.keys(state.clock ?? {}).length;
  anew.disabled = untouched && !Object.values(state.kinds ?? {}).some(Boolean);
}
