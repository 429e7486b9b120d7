// The page to play a game. Each decision is a link, so the page works without this. With it, the events since the last
// decision are animated, any point of the table can be tried, and the next question replaces this one in place.

import { forget, remember } from "../shared/resume.js";
import { Board } from "./table/board.js";
import { heading, sentence, text } from "./table/cut_text.js";
import { element, goingLink } from "./table/elements.js";
import { keepList } from "./table/list.js";
import { Options, furtherRules, questionParts, tools } from "./table/options.js";
import { Panel } from "./table/panel.js";
import { FINGER, MOUSE, isClear, things } from "./table/pick.js";
import { middle, pieceId } from "./table/pieces.js";
import { Player, duration } from "./table/player.js";
import { Pointing } from "./table/point.js";
import { openRules } from "./table/rules.js";
import { GameState } from "./table/state.js";
import { Tray } from "./table/tray.js";
import { View } from "./table/view.js";

const SPEED = 2; // the events since the last decision are played at double speed
const LONGEST = 6000; // milliseconds of these events; more of them are played faster
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const PAN = 60; // pixels by an arrow key

const root = /** @type {HTMLElement} */ (document.querySelector(".play"));
const rulebook = root.dataset.rules;
const find = what => /** @type {HTMLElement} */ (root.querySelector(what));
const shown = name => /** @type {HTMLElement} */ (document.querySelector(`[data-shown=${name}]`));
const motion = matchMedia("(prefers-reduced-motion: reduce)");

let turn = new AbortController(); // of the event listeners of the open question
let board, listed, options, player, pointing, shownState, view;
const panel = new Panel(shown("panel"));
const tray = new Tray(shown("tray"));

const state = new GameState({
  show: (next, onwards) => show(next, onwards),
  busy: isBusy => {
    document.querySelector("main").toggleAttribute("aria-busy", isBusy);
    if (isBusy) document.querySelector("main").setAttribute("aria-busy", "true");
    else document.querySelector(".waits")?.remove();
  },
  wait: text => {
    let status = document.querySelector(".waits");
    if (!status) {
      status = element("p", { class: "waits", role: "status" });
      find(".question").append(status);
    }
    if (status.textContent !== text) status.textContent = text;
  },
});
const go = address => state.go(address, true);

/* Show a state of the game. `moving` is true if the events since the last decision are to be animated. */
function show(next, moving) {
  turn.abort();
  turn = new AbortController();
  const { signal } = turn;
  const { frames } = next;
  const last = frames.cuts.length - 1;
  const isFirst = !board;
  if (next.watch) forget();
  else remember(document.querySelector("h1").textContent);
  shown("trouble").textContent = next.trouble ?? "";
  shown("trouble").hidden = !next.trouble;
  shown("question").replaceChildren(...questionParts(next, rulebook));
  shown("tools").replaceChildren(...tools(next, rulebook));
  shown("more-rules").replaceChildren(...furtherRules(next, rulebook));
  shown("asks").replaceChildren(...(next.asks ?? []).map(link => element("li", {}, goingLink(link))));
  const form = shown("point-form");
  if (form) form.hidden = true; // the table itself takes points
  if (isFirst) {
    board = new Board(root, frames.cuts, last);
    const menu = document.querySelector("[data-menu] .list");
    listed = keepList(menu, menu.querySelector("[data-shown=list]"), root, frames.sides);
  }
  if (!isFirst) board.reset(frames, last);
  unwrap();
  view?.fit(frames.table);
  panel.hide();
  if (next.round !== shownState?.round && view) view.isManual = false;
  if (view && !view.isManual && next.version !== shownState?.version) view.whole(); // a tap may have zoomed in
  options = new Options(root, next, signal);
  pointing = new Pointing(root, next, go, say);
  const spoken = shown("spoken");
  const skip = find("[data-skip]");
  const again = find("[data-again]");
  const still = motion.matches;
  fillReport(frames.cuts);
  const lay = () => {
    options.lay();
    pointing.hide(false);
    view?.frame(framed(next));
    listed?.();
  };
  tray.clear();
  player = new Player(frames.cuts, last, (n, ms) => {
    const shows = () => {
      board.show(n, ms);
      spoken.textContent = sentence(frames.cuts[n]);
      mark(n);
    };
    tray.clear();
    // The result of dice is shown when they are at rest.
    if (ms && frames.cuts[n].dice?.length) tray.roll(frames.cuts[n], player.speed, shows);
    else shows();
  }, () => {
    root.classList.toggle("playing", player.playing);
    skip.hidden = !player.playing;
    again.hidden = player.playing || last < 1;
    if (!player.playing && player.at === last) lay();
  });
  player.speed = Math.max(SPEED, duration(frames.cuts) / LONGEST);
  player.rollsDice = true;
  const replay = () => {
    options.lift();
    pointing.hide(true);
    player.to(0);
    player.play();
  };
  skip.addEventListener("click", () => {
    player.pause();
    tray.clear();
    player.to(last);
    board.show(last);
    board.settle();
    lay();
  }, { signal });
  again.addEventListener("click", replay, { signal });
  again.hidden = last < 1;
  signal.addEventListener("abort", () => player.pause());
  if (moving && last > 1 && !still && next.undo) replay(); // without an own decision, the question comes first
  else lay();
  if (!isFirst) {
    if (next.version !== shownState.version) find(".margin").scrollTop = 0;
    find("#question").focus({ preventScroll: true });
  }
  shownState = next;
  if (next.course) showCourse(next);
  root.dataset.ready = "";
}

/* Show the turning points of a game that is over. */
async function showCourse(next) {
  const home = shown("course");
  home.replaceChildren(element("p", { class: "waits" }, "Looking for the turning points…"));
  const { fetchCourse, shareButton, turningPoints } = await import("./table/course.js"); // no game needs it before its end
  if (shownState !== next) return;
  find(".again").append(element("li", {}, shareButton(next.watch.url)));
  const course = await fetchCourse(next.course.url);
  if (shownState !== next) return;
  home.replaceChildren();
  if (!course?.points.length) return;
  const link = event => {
    const url = new URL(next.watch.url, location.href);
    url.searchParams.set("at", event);
    return url.href;
  };
  const you = next.you.length === 1;
  home.append(element("h3", {}, "Turning points"), turningPoints({ ...course, you }, link));
}

/* Replace the link around each piece with the piece, because pieces are redrawn. */
function unwrap() {
  for (const link of root.querySelectorAll("a.choosable")) link.replaceWith(...link.childNodes);
}

/* Return the points of the drawing that a question is about. */
function framed({ question }) {
  const places = (question?.options ?? []).filter(option => option.x !== undefined).map(({ x, y }) => [x, y]);
  const pieces = (question?.about ?? []).map(id => options.piece(id)).filter(Boolean).map(middle).filter(Boolean);
  return [...places, ...pieces, ...(question?.pointable?.reach ?? [])];
}

/* Fill the list of the events since the last decision. */
function fillReport(cuts) {
  const items = cuts.slice(1).filter(cut => cut.lines?.length).map(cut => element("li", { id: `e${cut.n}` },
    ...cut.lines.map(line => element("p", {
      class: heading(line) ? "head" : line.startsWith(" ") && "follows",
    }, text(line)))));
  shown("entries").replaceChildren(...items);
  find(".report").hidden = !items.length;
}

/* Mark the shown event in the list of events, and hide those after it. */
function mark(n) {
  const items = /** @type {HTMLElement[]} */ ([...shown("entries").children]);
  for (const item of items) {
    item.classList.remove("now");
    item.hidden = Number(item.id.slice(1)) > n;
  }
  items.findLast(item => Number(item.id.slice(1)) <= n)?.classList.add("now");
}

/* Answer a tap on the table. */
function tapped(point, event) {
  if (!options.laid) {
    find("[data-skip]").click();
    return;
  }
  const isPrecise = event.pointerType === "mouse" && pointing.pointable;
  const found = things(options, point, view.scale, isPrecise ? MOUSE : FINGER);
  if (found.length && event.pointerType === "touch" && !isClear(found) && !view.isClosest) {
    view.zoom(2, event.clientX, event.clientY);
    return;
  }
  const [first] = found;
  if (!first) {
    panel.hide();
    pointing.choose(point, view.scale);
  } else if (first.option) {
    go(first.option.url);
  } else {
    select(first.id, point);
  }
}

/* Answer a tap on a piece with the only option that names it, or show its text. */
function select(id, point) {
  const naming = options.naming(id);
  if (naming.length === 1) {
    const acts = options.question.name === "pick" ? `&tapped=${id}` : ""; // the first figure of its squad
    go(naming[0].url + acts);
    return;
  }
  if (naming.length) {
    options.light(naming);
    options.link(naming[0]).focus({ preventScroll: true });
    options.link(naming[0]).scrollIntoView({ block: "nearest" });
  } else if (point && pointing.pointable && !(options.question.about ?? []).includes(id)) {
    pointing.choose(point, view.scale);
  }
  const piece = options.piece(id);
  if (piece) panel.show(piece, id, shownState);
}

/* Announce a text to screen readers. */
function say(text) {
  shown("said").textContent = text;
}

/* Handle keys: digits focus an option, arrows move the point, letters follow the links below the question. */
function keys(event) {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.target.closest("input, select, textarea, dialog") || document.querySelector("dialog[open]")) return;
  const skip = find("[data-skip]");
  const arrow = ARROWS[event.key];
  if ((event.key === "Escape" || event.key === " ") && !skip.hidden) {
    skip.click();
  } else if (event.key === "Escape") {
    pointing.clear();
  } else if (/^[1-9]$/.test(event.key)) {
    options.typed(event.key);
  } else if (arrow && event.target.closest(".pan")) {
    const step = event.shiftKey ? 0.25 : 1;
    if (pointing.pointable) pointing.nudge(arrow[0] * step, arrow[1] * step);
    else view.pan(-arrow[0] * PAN, arrow[1] * PAN);
  } else if (event.key === "Enter" && event.target.closest(".pan") && pointing.answer) {
    pointing.commit();
  } else if (event.key === "?") {
    /** @type {HTMLDialogElement} */ (document.querySelector("#keys")).showModal();
  } else if (!view?.takeKey(event.key)) {
    const way = find(`[data-key="${event.key.toLowerCase()}"]`);
    if (!way) return;
    way.click();
  }
  event.preventDefault();
}

const picture = find("#t-table");
if (picture) {
  view = new View(picture, {
    tapped,
    grabs: point => Boolean(options?.laid) && pointing.grabs(point, view.scale),
    dragged: point => pointing.hover(point, true),
    dropped: point => pointing.ask(point, true),
  });
  picture.addEventListener("pointermove", event => {
    if (event.pointerType === "mouse" && options?.laid && !event.buttons) {
      pointing.hover(view.at(event.clientX, event.clientY));
    }
  });
  view.wire();
}
find("#t-beside")?.addEventListener("click", event => {
  const piece = /** @type {Element} */ (event.target).closest(".drawing-piece");
  if (piece && options?.laid) select(pieceId(piece), null);
});
document.addEventListener("keydown", keys);
document.addEventListener("click", event => {
  if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const link = /** @type {HTMLAnchorElement} */ (/** @type {Element} */ (event.target).closest?.("a[data-goes]"));
  if (!link || !root.contains(link)) return;
  event.preventDefault();
  if ("sure" in link.dataset && !confirm(`${link.textContent}?`)) return;
  if (!link.closest("#t-table")) go(link.href); // the table answers taps itself
});
openRules(document.querySelector("#rule"), rulebook);
const [navigation] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
const isFresh = navigation?.type === "navigate";
state.begin(root.dataset.state, isFresh);
