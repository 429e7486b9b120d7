// The page to play a game, whose decisions are links. With this, events are animated, any point of the table can be tried,
// and the next question replaces this one in place.

import { Board } from "./table/board.js";
import { heading, sentence, text } from "./table/cut_text.js";
import { element, goingLink } from "./table/elements.js";
import { Options, furtherRules, questionParts, tools } from "./table/options.js";
import { FINGER, MOUSE, isClear, things } from "./table/pick.js";
import { middle, pieceId, pieceTitle } from "./table/pieces.js";
import { Player, duration } from "./table/player.js";
import { Pointing } from "./table/point.js";
import { Pace, Setting, keepOpen, takeBacks } from "./table/settings.js";
import { GameState } from "./table/state.js";
import { Tray } from "./table/tray.js";
import { View } from "./table/view.js";

const LONGEST = 12000; // milliseconds of the events since the last decision at speed 1; more of them are played faster
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const PLACES = /, from \([^)]*\) to \([^)]*\)/g; // coordinates in a report, which the table shows
const PAN = 60; // pixels by an arrow key
const FRESH = 300; // milliseconds after which new options can be clicked

const root = /** @type {HTMLElement} */ (document.querySelector(".play"));
const rulebook = root.dataset.rules;
const find = what => /** @type {HTMLElement} */ (root.querySelector(what));
const shown = name => /** @type {HTMLElement} */ (document.querySelector(`[data-shown=${name}]`));
const motion = matchMedia("(prefers-reduced-motion: reduce)");

let turn = new AbortController(); // of the event listeners of the open question
let answers, board, listed, loupe, options, player, pointing, resting, shownState, view;
const panelHome = shown("panel");
const tray = new Tray(shown("tray"));
const pace = new Pace();
const quick = new Setting("quick", "0"); // "1" if one click moves

const state = new GameState({
  show: (next, onwards) => show(next, onwards),
  busy: isBusy => {
    document.querySelector("main").ariaBusy = isBusy ? "true" : null;
    if (!isBusy) document.querySelector(".waits")?.remove();
    const hint = find('[data-key="h"]');
    if (hint && !isBusy) hint.textContent = shownState?.hint.label ?? hint.textContent;
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

/* Show a state of the game; animate its latest events if `moving`. */
function show(next, moving) {
  turn.abort();
  turn = new AbortController();
  const { signal } = turn;
  const { frames } = next;
  const last = frames.cuts.length - 1;
  const isFirst = !board;
  keep(next);
  shown("standing").textContent = next.standing;
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
    menu.addEventListener("toggle", async () => {
      const { keepList } = await import("./table/list.js");
      listed = keepList(menu, menu.querySelector("[data-shown=list]"), root, frames.sides);
      listed();
    }, { once: true });
  }
  if (!isFirst) board.reset(frames, last);
  unwrap();
  view?.fit(frames.table);
  panelHome.hidden = true;
  if (next.round !== shownState?.round && view) view.isManual = false;
  if (view && !view.isManual && next.version !== shownState?.version) view.whole(); // a tap may have zoomed in
  options = new Options(root, next, signal);
  answers = null;
  if (shown("answers")) showAnswers(next);
  pointing = new Pointing(root, next, go, say);
  if (next.question?.form === "facing") showWheel(next);
  const spoken = shown("spoken");
  const skip = find("[data-skip]");
  const again = find("[data-again]");
  fillReport(frames.cuts);
  const pieces = [...root.querySelectorAll("#t-table [data-layer] .drawing-piece")].map(middle);
  const frame = () => view?.frame(framed(next), isFirst || !next.question ? [] : pieces); // begin and end with the whole table
  frame(); // also for the replay
  const lay = () => {
    if (!isFirst) rest();
    options.lay();
    pointing.hide(false);
    answers?.refresh();
    frame();
    listed?.();
  };
  tray.clear();
  player = new Player(frames.cuts, last, (n, ms) => {
    const shows = () => {
      board.show(n, ms);
      spoken.textContent = sentence(frames.cuts[n]).replace(PLACES, "");
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
  const setSpeed = () => {
    player.speed = (pace.speed || 1) * Math.max(1, duration(frames.cuts) / LONGEST);
  };
  setSpeed();
  player.rollsDice = true;
  const replay = () => {
    options.lift();
    pointing.hide(true);
    player.to(0);
    player.play();
  };
  const end = () => {
    player.pause();
    tray.clear();
    player.to(last);
    board.show(last);
    board.settle();
    lay();
  };
  skip.addEventListener("click", () => {
    end();
    if (pace.skipped()) import("./table/offer.js").then(({ offerNoReplays }) => offerNoReplays(shown("question"), pace));
  }, { signal });
  pace.changed = () => {
    setSpeed();
    if (!pace.speed && player.playing) end();
  };
  again.addEventListener("click", replay, { signal });
  again.hidden = last < 1;
  signal.addEventListener("abort", () => player.pause());
  if (moving && last > 1 && !motion.matches && pace.speed && next.undo) replay(); // without an own decision, the question comes first
  else lay();
  if (!isFirst) {
    if (next.version !== shownState.version) find(".margin").scrollTop = 0;
    find("#question").focus({ preventScroll: true });
  }
  shownState = next;
  if (!next.undo) takeBacks(-1);
  if (next.course) {
    quick.suggest("1"); // against a bot, any move can be taken back
    showCourse(next);
  }
  root.dataset.ready = "";
}

/* Remember a game for the pages that offer to resume it, until it is over. */
async function keep({ watch }) {
  const { forget, remember } = await import("../shared/resume.js"); // nothing here needs it
  if (watch) forget();
  else remember(document.querySelector("h1").textContent);
}

/* Let no click reach the options and the table that have just appeared. */
function rest() {
  root.classList.add("fresh");
  clearTimeout(resting);
  resting = setTimeout(() => root.classList.remove("fresh"), FRESH);
}

/* Show the form of an answer that consists of several parts. */
async function showAnswers(next) {
  const home = shown("answers");
  const { answerForm } = await import("./table/answers.js"); // few questions need it
  if (shownState !== next) return;
  answers = answerForm(next.question, go, ids => {
    for (const piece of root.querySelectorAll(".taken")) piece.classList.remove("taken");
    for (const id of ids) options.piece(id)?.classList.add("taken");
  });
  home.append(answers.node);
}

/* Show the wheel of a question that takes only a direction. */
async function showWheel(next) {
  if (!next.question.pointable?.origin) return;
  const { Wheel } = await import("./table/wheel.js"); // few questions need it
  if (shownState !== next) return;
  pointing.clear();
  pointing = new Wheel(root, next, go, say);
}

/* Show the turning points of a game that is over. */
async function showCourse(next) {
  const { tellCourse } = await import("./table/course.js"); // no game needs it before its end
  if (shownState === next) tellCourse(next, shown("course"));
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
  if (root.classList.contains("fresh")) return; // a tap for the state before
  if (!options.laid) {
    find("[data-skip]").click();
    return;
  }
  const isPrecise = event.pointerType === "mouse" && pointing.pointable;
  const found = things(options, point, view.scale, isPrecise ? MOUSE : FINGER);
  const isVague = event.pointerType === "touch" && !isClear(found);
  if (isVague && !view.isClosest) {
    view.zoom(2, event.clientX, event.clientY);
    return;
  }
  const choose = thing => {
    const same = thing.option ? options.at(thing.option) : [];
    if (same[1] && !pointing.pointable) list(same.map(each => [each.label, () => go(each.url)]));
    else if (same[0] && !same[1] && isQuick(event)) go(thing.option.url);
    else if (same[0]) pointing.offer(same);
    else select(thing.id, point);
  };
  const list = entries => showPanel("list", entries);
  if (isVague) {
    list(found.map(thing => [thing.option?.label ?? pieceTitle(options.piece(thing.id)), () => choose(thing)]));
  } else if (found.length) {
    choose(found[0]);
  } else {
    panelHome.hidden = true;
    pointing.choose(point, view.scale, isQuick(event));
  }
}

/* Show a piece in the panel, or the things that a tap may mean. */
async function showPanel(what, ...shown) {
  const { Panel } = await import("./table/panel.js");
  new Panel(panelHome)[what](...shown);
}

/* Return whether a click at a point answers at once. */
function isQuick({ pointerType }) {
  return pointerType === "mouse" && quick.value === "1" && shownState.you.length === 1;
}

/* Answer a tap on a piece with the only option that names it, or show its text. */
function select(id, point) {
  if (answers?.toggle(id)) return;
  const naming = options.naming(id);
  if (naming.length === 1) {
    const acts = options.question.name === "pick" ? `&tapped=${id}` : ""; // the first figure of its squad
    go(naming[0].url + acts);
    return;
  }
  if (naming.length) {
    options.light(naming);
    options.focus(naming[0], { preventScroll: true });
    options.link(naming[0]).scrollIntoView({ block: "nearest" });
  } else if (point && pointing.pointable && !(options.question.about ?? []).includes(id)) {
    pointing.choose(point, view.scale);
  }
  const piece = options.piece(id);
  if (piece) showPanel("show", piece, id, shownState);
  if (!pointing.pointable) pointing.look(id, (options.question.about ?? []).map(about => options.piece(about)).find(Boolean));
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

/* Load the dialog of rules at the first click on a link to a rule. */
async function loadRules(event) {
  const link = event.target.closest?.("a[data-rule]");
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  document.removeEventListener("click", loadRules);
  event.preventDefault();
  const { openRules } = await import("./table/rules.js");
  openRules(document.querySelector("#rule"), rulebook);
  link.click();
}

/* Show a dragged point in a loupe. */
async function magnify(point, { clientX, clientY }) {
  const { Loupe } = await import("./table/loupe.js");
  loupe ??= new Loupe(picture);
  if (view.pointers.size) loupe.show(point, clientX, clientY, view.scale);
}

const picture = find("#t-table");
if (picture) {
  view = new View(picture, {
    tapped,
    grabs: point => Boolean(options?.laid) && pointing.grabs(point, view.scale),
    dragged: (point, event) => {
      pointing.hover(point, true);
      if (event.pointerType === "touch") magnify(point, event);
    },
    released: () => loupe?.hide(),
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
keepOpen(find(".minute")); // for a first game
// On a large screen, the dice of both ships are below the panel, always in view.
if (matchMedia("(min-width: 60rem) and (min-height: 700px)").matches) {
  find(".beneath").before(...document.querySelectorAll('[data-family="duel"] .beside'));
}
document.addEventListener("keydown", keys);
document.addEventListener("click", event => {
  if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const link = /** @type {HTMLAnchorElement} */ (/** @type {Element} */ (event.target).closest?.("a[data-goes]"));
  if (!link || !root.contains(link)) return;
  event.preventDefault();
  if (link.dataset.key === "u") takeBacks(1);
  if (link.dataset.key === "h") link.textContent = "Thinking…";
  if ("sure" in link.dataset && !confirm(`${link.textContent}?`)) return;
  if (!link.closest("#t-table")) go(link.href); // the table answers taps itself
});
document.addEventListener("click", loadRules);
const [navigation] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
const isFresh = navigation?.type === "navigate";
state.begin(root.dataset.state, isFresh);
