// The page to play a game. Each decision is a link, so the page works without this. With it, the events since the last
// decision are animated, and the next question replaces this one without a page load.

import { forget, remember } from "../shared/resume.js";
import { Board } from "./table/board.js";
import { Closer } from "./table/zoom.js";
import { Player } from "./table/player.js";
import { sentence } from "./table/report.js";
import { openRules } from "./table/rules.js";

const SVG = "http://www.w3.org/2000/svg";
const SPEED = 2; // the events since the last decision are played at double speed
const MAIN = "main";

let table = new AbortController(); // of the event listeners of the open question
let asked = 0; // the number of requests, so that a late response is ignored
let here = location.href; // the address of the page, to tell a closed rule from an undone decision

/* Return true if the page was opened by a link, not by Back or a reload. */
function fresh() {
  return performance.getEntriesByType("navigation")[0]?.type === "navigate";
}

/* Replace this page with that at an address. `onwards` is true if it was chosen here. */
async function go(address, onwards) {
  const mine = ++asked;
  document.querySelector(MAIN).setAttribute("aria-busy", "true");
  let answer, page, wait;
  do {
    try {
      answer = await fetch(address);
      page = new DOMParser().parseFromString(await answer.text(), "text/html");
    } catch {
      if (mine === asked) location.assign(address);
      return;
    }
    if (mine !== asked) return;
    wait = answer.ok && page.querySelector("meta[http-equiv=refresh]");
    if (wait) {
      saying(page.querySelector(".prose p").textContent);
      await new Promise(done => setTimeout(done, 1000 * Number(wait.content)));
      if (mine !== asked) return;
    }
  } while (wait);
  if (!answer.ok || !page.querySelector(".play")) {
    location.assign(address); // the error page
    return;
  }
  if (onwards) {
    here = answer.url;
    history.pushState(null, "", here);
  }
  document.title = page.title;
  document.querySelector(MAIN).replaceWith(document.importNode(page.querySelector(MAIN), true));
  await begin(onwards);
  document.querySelector("#question").focus({ preventScroll: true });
}

/* Show below the question why the next one takes time. The page and its scroll position stay. */
function saying(why) {
  let status = document.querySelector(".waits");
  if (!status) {
    status = document.createElement("p");
    status.className = "waits";
    status.setAttribute("role", "status");
    document.querySelector(".beneath").after(status);
  }
  if (status.textContent !== why) status.textContent = why;
}

async function begin(moving) {
  table.abort();
  table = new AbortController();
  const { signal } = table;
  const root = document.querySelector(".play");
  const find = what => root.querySelector(what);
  if (find(".result")) forget();
  else remember(document.querySelector("h1").textContent);
  const choices = new Choices(root, signal);
  document.addEventListener("click", event => {
    if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const link = event.target.closest?.("a[data-goes]");
    if (!link || !root.contains(link)) return;
    event.preventDefault();
    go(link.href.baseVal ?? link.href, true);
  }, { signal });
  document.addEventListener("keydown", event => keys(event, root, choices), { signal });

  const reel = await fetched(root.dataset.reel);
  if (!reel || signal.aborted) return;
  const { cuts } = reel;
  const last = cuts.length - 1;
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const board = new Board(root, cuts, last);
  choices.unwrap();
  const closer = new Closer(root);
  const lay = (glides = false) => {
    choices.lay();
    closer.whole(choices.spots);
    if (!closer.to(choices.parts, glides)) closer.follow(cuts, last, glides);
  };
  const skip = find("[data-skip]");
  const again = find("[data-again]");
  const spoken = find("[data-shown=spoken]");
  const player = new Player(cuts, last, (n, ms) => {
    board.show(n, ms);
    closer.follow(cuts, n, ms > 0);
    spoken.textContent = sentence(cuts[n]);
    mark(root, n);
  }, () => {
    root.classList.toggle("playing", player.playing);
    skip.hidden = !player.playing;
    again.hidden = player.playing || last < 1;
    if (!player.playing && player.at === last) lay(!still);
  });
  player.speed = SPEED;
  const replay = () => {
    choices.lift();
    player.to(0);
    player.play();
  };
  skip.addEventListener("click", () => {
    player.pause();
    player.to(last);
    board.settle();
    lay();
  }, { signal });
  again.addEventListener("click", replay, { signal });
  again.hidden = last < 1;
  signal.addEventListener("abort", () => player.pause());
  if (moving && last > 1 && !still) replay();
  else lay();
  root.dataset.ready = "";
}

async function fetched(address) {
  try {
    const answer = await fetch(address);
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

/* Mark the shown event in the list of events. */
function mark(root, n) {
  const items = [...root.querySelectorAll(".entries > li")];
  for (const item of items) item.classList.remove("now");
  items.findLast(item => Number(item.id.slice(1)) <= n)?.classList.add("now");
}

/* Handle keys: digits focus an option, letters follow the links below the question, space and Escape skip the replay. */
function keys(event, root, choices) {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.target.closest("input, select, textarea, dialog") || document.querySelector("dialog[open]")) return;
  const skip = root.querySelector("[data-skip]");
  if ((event.key === "Escape" || event.key === " ") && !skip.hidden) {
    skip.click();
  } else if (/^[1-9]$/.test(event.key)) {
    choices.typed(event.key);
  } else {
    const way = root.querySelector(`[data-key="${event.key.toLowerCase()}"]`);
    if (!way) return;
    way.click();
  }
  event.preventDefault();
}

/* Connect the options of the open question in the list and on the table. */
class Choices {
  constructor(root, signal) {
    this.root = root;
    this.links = new Map([...root.querySelectorAll("a.option")].map(link => [link.dataset.option, link]));
    this.laid = false;
    this.digits = "";
    for (const kind of ["pointerover", "focusin"]) {
      root.addEventListener(kind, event => this.#point(event.target), { signal });
    }
    root.addEventListener("pointerout", () => this.#point(null), { signal });
    root.addEventListener("focusout", () => this.#point(null), { signal });
    root.addEventListener("click", event => this.#picked(event), { signal });
  }

  /* Replace the link around each piece with a clickable piece, because pieces are redrawn. */
  unwrap() {
    for (const link of this.root.querySelectorAll("a.choosable")) link.replaceWith(...link.childNodes);
  }

  /* Show the options on the table. */
  lay() {
    this.laid = true;
    this.root.classList.add("choosing");
    for (const link of this.links.values()) {
      for (const piece of this.#pieces(link)) piece.classList.add("choosable");
    }
    for (const piece of this.#about()) piece.classList.add("about");
  }

  /* Return the pieces that the question is about, and those that can be chosen. */
  get parts() {
    const pieces = [...this.links.values()].flatMap(link => this.#pieces(link));
    const there = [...this.#about(), ...pieces].filter(piece => piece.closest("#t-table"));
    return [...there, ...this.spots];
  }

  /* Return the places that can be chosen; all of them must be in view. */
  get spots() {
    return [...this.root.querySelectorAll(".choice-spot")];
  }

  /* Hide the options: another event is shown. */
  lift() {
    this.laid = false;
    this.root.classList.remove("choosing");
    this.#point(null);
  }

  /* Focus the option of a typed number of one or two digits. */
  typed(digit) {
    clearTimeout(this.typing);
    this.digits = this.links.has(this.digits + digit) ? this.digits + digit : digit;
    this.typing = setTimeout(() => { this.digits = ""; }, 800);
    this.links.get(this.digits)?.focus();
  }

  #pieces(link) {
    return (link.dataset.pieces || "").split(" ").filter(Boolean).map(id => this.#piece(id)).filter(Boolean);
  }

  #about() {
    return (this.root.dataset.about || "").split(" ").filter(Boolean).map(id => this.#piece(id)).filter(Boolean);
  }

  #piece(id) {
    return this.root.querySelector(`[id="t-piece-${id}"]`);
  }

  /* Return the options of an element of the page. */
  #meant(target) {
    const link = target?.closest?.("[data-option]");
    if (link) return [this.links.get(link.dataset.option)].filter(Boolean);
    const piece = this.laid ? target?.closest?.(".drawing-piece") : null;
    return piece ? [...this.links.values()].filter(each => this.#pieces(each).includes(piece)) : [];
  }

  #point(target) {
    const meant = this.#meant(target);
    for (const hot of this.root.querySelectorAll(".hot")) hot.classList.remove("hot");
    const ways = this.root.querySelector("[data-part=ways]");
    ways?.replaceChildren();
    if (!this.laid) return;
    for (const link of meant) {
      link.classList.add("hot");
      const spot = this.root.querySelector(`a.choice[data-option="${link.dataset.option}"]`);
      spot?.classList.add("hot");
      const pieces = this.#pieces(link);
      for (const piece of pieces) piece.classList.add("hot");
      if (ways) this.#way(ways, spot, pieces);
    }
  }

  /* Draw a line from the piece of the question to the destination of an option. */
  #way(ways, spot, pieces) {
    const [from] = this.#about().map(middle).filter(Boolean);
    const there = spot ? [spot.querySelector("circle").getAttribute("cx"), spot.querySelector("circle").getAttribute("cy")] : pieces.map(middle).find(Boolean);
    if (!from || !there) return;
    const line = document.createElementNS(SVG, "path");
    line.setAttribute("d", `M${from.join(" ")}L${there.join(" ")}`);
    ways.append(line);
  }

  #picked(event) {
    if (event.target.closest("a, button")) return;
    const meant = this.#meant(event.target);
    if (meant.length === 1) meant[0].click();
    else meant[0]?.focus();
  }
}

/* Return the centre of a piece in the drawing, if it is on the table. */
function middle(piece) {
  if (!piece.closest("#t-table")) return null;
  return piece.querySelector(".drawing-place").getAttribute("transform").match(/-?[\d.]+/g);
}

openRules(document.querySelector("#rule"), document.querySelector(".play").dataset.rules);
begin(fresh());
addEventListener("popstate", () => {
  if (location.href === here) return;
  here = location.href;
  go(here, false);
});
