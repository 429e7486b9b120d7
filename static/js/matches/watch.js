// The page to watch a game. It works without this, step by step; with it, the table is animated.

import { Board } from "./table/board.js";
import { fetchCourse, turningPoints } from "./table/course.js";
import { sentence } from "./table/cut_text.js";
import { placesOf } from "./table/event_places.js";
import { keepList } from "./table/list.js";
import { FINGER, things } from "./table/pick.js";
import { pieceElement, pieceId, pieceTitle } from "./table/pieces.js";
import { Player } from "./table/player.js";
import { Report } from "./table/report.js";
import { openRules } from "./table/rules.js";
import { TYPED, moveReplay, steer, ways } from "./table/steer.js";
import { drawCurve, markPiece, markTurns, scrub } from "./table/scrubber.js";
import { View } from "./table/view.js";

const SETTLED = 300; // milliseconds between two changes of the address, which browsers limit
const SPOKEN = 3000; // milliseconds between two announcements to screen readers while it plays

const root = /** @type {HTMLElement} */ (document.querySelector(".watch"));
const inside = document.querySelector("#reel");
begin(inside ? JSON.parse(inside.textContent) : await fetched(root.dataset.reel));

/* Return the reel at an address, or null; then the page works as without JavaScript. */
async function fetched(address) {
  try {
    const answer = await fetch(address);
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

function begin(reel) {
  if (!reel) return;
  const { cuts, sides } = reel;
  const find = what => /** @type {HTMLElement} */ (root.querySelector(what));
  const here = root.dataset.here;
  const step = n => here.replace(/\bat=\d+/, `at=${n}`);
  const names = JSON.parse(document.querySelector("#rule-names").textContent);
  const still = /** @type {HTMLAnchorElement} */ (document.querySelector("[data-still]"));
  const title = find("#t-title");
  const spoken = find("[data-shown=spoken]");
  const button = find("[data-play]");

  const board = new Board(root, cuts, Number(root.dataset.at));
  const view = openView(find("#t-table"));
  const report = new Report(root, cuts, names, root.dataset.rules, step);
  const player = new Player(cuts, board.at, show, playing);
  const list = keepList(find(".list"), find("[data-shown=list]"), root, sides);
  const bar = scrub(find(".scrub input"), find(".scrub .flags"), player);
  openRules(document.querySelector("#rule"), root.dataset.rules);

  let following, followed = 0, saying, said = 0;
  let followedPiece = ""; // the id of the piece whose events are marked

  function show(n, ms) {
    board.show(n, ms);
    view?.follow(placesOf(root, cuts[n]));
    report.show(n);
    list();
    bar(n);
    lead(n);
    for (const place of root.querySelectorAll("[data-shown=at]")) place.textContent = String(n);
    if (title) title.textContent = title.textContent.replace(/\d+/, n);
    leadOnward(n);
    if (still) still.href = still.getAttribute("href").replace(/\bat=\d+/, `at=${n}`);
    clearTimeout(following);
    const rest = followed + SETTLED - Date.now();
    if (rest > 0) following = setTimeout(follow, rest, n);
    else follow(n);
    clearTimeout(saying);
    saying = setTimeout(say, player.playing ? Math.max(said + SPOKEN - Date.now(), 0) : SETTLED);
  }

  function say() {
    said = Date.now();
    spoken.textContent = sentence(cuts[player.at]);
  }

  /* Put the shown event into the address without a history entry, so that Back leaves the page. */
  function follow(n) {
    followed = Date.now();
    try {
      history.replaceState(null, "", step(n));
    } catch {
      // Some browsers forbid this for local files.
    }
  }

  function lead(n) {
    for (const [way, there] of Object.entries(ways(cuts, n))) {
      const link = /** @type {HTMLAnchorElement} */ (find(`[data-way="${way}"]`));
      if (!link) continue;
      if (there !== n) {
        link.href = step(there);
        link.removeAttribute("aria-disabled");
      } else {
        if (link === document.activeElement) link.tabIndex = 0; // keep it focusable
        link.removeAttribute("href");
        link.setAttribute("aria-disabled", "true");
      }
    }
  }

  /* Let the link to play on lead to event `n`, in the seat of the next event. */
  function leadOnward(n) {
    const link = /** @type {HTMLAnchorElement} */ (find("[data-onward]"));
    if (!link) return;
    const seat = cuts.slice(n + 1).find(cut => cut.side >= 0)?.side ?? 0;
    const there = JSON.parse(link.dataset.onward)[seat];
    link.parentElement.hidden = !there || n === cuts.length - 1;
    if (there) link.href = there.replace(/\bat=0\b/, `at=${n}`);
  }

  function playing() {
    button.classList.toggle("on", player.playing);
    button.querySelector(".vh").textContent = player.playing ? "Pause" : "Play";
    root.classList.toggle("playing", player.playing);
  }

  root.addEventListener("click", (/** @type {MouseEvent} */ event) => {
    if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const target = /** @type {Element} */ (event.target);
    const way = /** @type {HTMLElement} */ (target.closest("[data-way]"));
    const entry = target.closest(".entries a");
    const turning = /** @type {HTMLElement} */ (target.closest("[data-event]"));
    if (!way && !entry && !turning) return;
    event.preventDefault();
    if (turning) player.to(Number(turning.dataset.event), true);
    else if (way) moveReplay(player, way.dataset.way);
    else player.to(Number(entry.closest("li").id.slice(1)));
  });
  root.addEventListener("click", event => {
    const piece = /** @type {Element} */ (event.target).closest("#t-beside .drawing-piece");
    if (piece) followPiece(piece);
  });

  /* Return the view of the drawing of the table, or null without a table. A tap follows the nearest piece. */
  function openView(picture) {
    if (!picture) return null;
    const opened = new View(picture, {
      tapped: point => {
        const [nearest] = things({ all: [], root }, point, opened.scale, FINGER);
        if (nearest) followPiece(pieceElement(root, nearest.id));
      },
      grabs: () => false,
      dragged: () => {},
      dropped: () => {},
    });
    opened.wire();
    document.addEventListener("keydown", event => {
      if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
      if (/** @type {Element} */ (event.target).closest(TYPED) || document.querySelector("dialog[open]")) return;
      if (opened.takeKey(event.key)) event.preventDefault();
    });
    return opened;
  }

  /* Mark where a piece acted or was hit, and name it; the same piece again ends that. */
  function followPiece(piece) {
    const id = pieceId(piece);
    followedPiece = followedPiece === id ? "" : id;
    markPiece(find(".scrub .flags"), cuts, followedPiece);
    find("[data-shown=followed]").textContent = followedPiece ? pieceTitle(piece) : "";
  }

  button.addEventListener("click", () => player.toggle());
  find("[data-speed]").addEventListener("change", event => { player.speed = Number(/** @type {HTMLSelectElement} */ (event.target).value); });
  steer(player);

  if (root.dataset.course) showCourse(root.dataset.course);

  /* Show the chances above the bar, and the turning points on it and as a list. */
  async function showCourse(address) {
    const course = await fetchCourse(address);
    if (!course?.curve.length) return;
    drawCurve(find("[data-shown=curve]"), course.curve, player.last);
    const home = find("[data-shown=course]");
    if (!course.points.length) return;
    markTurns(find(".scrub .flags"), course.points, player.last);
    home.append(turningPoints(course, step));
    home.hidden = false;
  }

  root.classList.add("scripted");
  find(".player").hidden = false;
  bar(board.at);
  const asked = location.hash.match(/^#at=(\d+)$/);
  if (asked) player.to(Number(asked[1]));
  report.reveal();
  root.dataset.ready = "";
}
