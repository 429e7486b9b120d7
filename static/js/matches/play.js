// A game that is played: each answer is an address, and the page works without this. With it what has happened since
// the last answer is shown moving, and the next question takes this one's place without a new page.

import { forget, remember } from "../shared/resume.js";
import { Board } from "./table/board.js";
import { Closer } from "./table/zoom.js";
import { Player } from "./table/player.js";
import { sentence } from "./table/report.js";
import { openRules } from "./table/rules.js";

const SVG = "http://www.w3.org/2000/svg";
const SPEED = 2; // what others did is shown faster than a game is watched
const MAIN = "main";

let table = new AbortController(); // of what listens for the question that is open
let asked = 0; // pages, so that one that comes late is not shown
let here = location.href; // where one is, so that a rule that closes is told from an answer taken back

/* Whether somebody has come here by a link and not by Back, or by loading it again. */
function fresh() {
  return performance.getEntriesByType("navigation")[0]?.type === "navigate";
}

/* Show the page at an address in place of this one; `onwards` if it was chosen here. */
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
    location.assign(address); // the page that says what is wrong
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

/* Say beneath the question why its answer is waited for: the page stays, and where one has come to on it. */
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

/* Mark in the list of what has happened what is shown of it. */
function mark(root, n) {
  const items = [...root.querySelectorAll(".entries > li")];
  for (const item of items) item.classList.remove("now");
  items.findLast(item => Number(item.id.slice(1)) <= n)?.classList.add("now");
}

/* Digits go to an option, others to what stands beneath; skipping is always at hand. */
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

/* The options of the open question, in the list and on the table. */
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

  /* What was a link around a piece becomes a piece that can be clicked: it will be drawn anew. */
  unwrap() {
    for (const link of this.root.querySelectorAll("a.choosable")) link.replaceWith(...link.childNodes);
  }

  /* Show on the table what can be chosen. */
  lay() {
    this.laid = true;
    this.root.classList.add("choosing");
    for (const link of this.links.values()) {
      for (const piece of this.#pieces(link)) piece.classList.add("choosable");
    }
    for (const piece of this.#about()) piece.classList.add("about");
  }

  /* What of the picture of the table the question is about, and what can be chosen on it. */
  get parts() {
    const pieces = [...this.links.values()].flatMap(link => this.#pieces(link));
    const there = [...this.#about(), ...pieces].filter(piece => piece.closest("#t-table"));
    return [...there, ...this.spots];
  }

  /* The places that can be chosen, each of which has to be seen to be compared. */
  get spots() {
    return [...this.root.querySelectorAll(".choice-spot")];
  }

  /* Take it off again: something else is shown. */
  lift() {
    this.laid = false;
    this.root.classList.remove("choosing");
    this.#point(null);
  }

  /* The option of the number that was typed, in one digit or two, gets the focus. */
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

  /* The options that something on the page stands for. */
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

  /* A line from what the question is about to where an option would lead. */
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

/* Where the middle of a piece is in its picture, if it stands on the table. */
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
