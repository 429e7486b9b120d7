// The drawing of the table and of the area beside it after any cut of a reel. Changed parts are replaced, and moved pieces
// are animated. All drawings come from the reel.

import { drawn } from "./elements.js";

const NAME = "t"; // the prefix of all ids of the drawing
const PARTS = ["ground", "beside", "marks"];
const EASE = "cubic-bezier(0.4, 0, 0.2, 1)";
const TURN = 200; // degrees by which a die turns while it changes

/* Return the SVG of each part, and each piece by id as [layer, svg], after cut `n`. `from` is the state after `at`. */
export function after(cuts, n, at = -1, from = {}) {
  if (at < 0 || at > n) [at, from] = [-1, {}];
  const now = { ...from, pieces: new Map(from.pieces) };
  for (const cut of cuts.slice(at + 1, n + 1)) {
    for (const part of PARTS) now[part] = cut[part] ?? now[part] ?? "";
    for (const id of cut.gone ?? []) now.pieces.delete(id);
    for (const [id, piece] of Object.entries(cut.drawn ?? {})) now.pieces.set(id, piece);
  }
  return now;
}

export class Board {
  /* `root` is the element with the drawing of cut `at`. */
  constructor(root, cuts, at) {
    this.root = root;
    this.cuts = cuts;
    this.at = at;
    this.now = after(cuts, at);
    this.nodes = new Map();
    for (const id of this.now.pieces.keys()) this.nodes.set(id, root.querySelector(`[id="${NAME}-piece-${id}"]`));
  }

  /* Show the drawing of cut `n`. Changes are animated for `ms` milliseconds. */
  show(n, ms = 0) {
    const was = this.now;
    const now = after(this.cuts, n, this.at, was);
    if (!ms) this.settle();
    const moves = [];
    for (const part of PARTS) {
      if (now[part] !== was[part]) this.#put(part, now[part], ms, moves);
    }
    for (const [id, [layer]] of was.pieces) {
      if (!now.pieces.has(id)) this.#take(id, layer, ms, moves);
    }
    const next = {}; // in each layer, the piece after the present one
    for (const [id, [layer, svg]] of [...now.pieces].reverse()) {
      const before = was.pieces.get(id);
      let node = this.nodes.get(id);
      if (!before || before[1] !== svg) node = this.#draw(id, layer, svg, before, ms, moves);
      const home = this.#layer(layer);
      if (node.parentNode !== home || node.nextElementSibling !== (next[layer] ?? null)) {
        home.insertBefore(node, next[layer] ?? null);
      }
      next[layer] = node;
    }
    this.now = now;
    this.at = n;
    for (const move of moves) move();
  }

  /* Show the drawing of cut `n` of another reel at once. */
  reset({ cuts, beside, pips }, n) {
    this.settle();
    for (const node of this.nodes.values()) node?.remove();
    this.nodes.clear();
    this.cuts = cuts;
    this.at = -1;
    this.now = { pieces: new Map() };
    this.root.querySelector("defs").innerHTML = pips; // the first events may have no dice that show pips
    if (beside) this.root.querySelector("#t-beside")?.setAttribute("viewBox", beside);
    this.show(n);
  }

  /* End all animations. */
  settle() {
    for (const moving of this.root.getAnimations({ subtree: true })) {
      if (moving.effect?.getComputedTiming().endTime !== Infinity) moving.finish(); // rolling dice have no end
    }
    for (const ghosts of this.root.querySelectorAll("[data-ghosts]")) ghosts.remove();
  }

  #layer(name) {
    return this.root.querySelector(`[data-layer="${name}"]`);
  }

  #put(part, svg, ms, moves) {
    const home = this.root.querySelector(`[data-part="${part}"]`);
    if (!home) return;
    home.innerHTML = svg;
    if (part === "marks") moves.push(() => fade(home, 0, 1, ms));
  }

  #draw(id, layer, svg, before, ms, moves) {
    const node = parsed(svg);
    const old = this.nodes.get(id);
    this.nodes.set(id, node);
    if (!before) {
      moves.push(() => fade(node, 0, 1, ms));
    } else if (before[0] !== layer) {
      this.#leave(old, before[0], ms, moves);
      moves.push(() => fade(node, 0, 1, ms));
    } else {
      const from = ms ? stance(old) : null;
      old.replaceWith(node);
      if (from) moves.push(() => glide(from, node, ms));
    }
    return node;
  }

  #take(id, layer, ms, moves) {
    this.#leave(this.nodes.get(id), layer, ms, moves);
    this.nodes.delete(id);
  }

  /* Remove a piece, and fade out a copy of it. */
  #leave(node, layer, ms, moves) {
    const picture = this.#layer(layer).parentNode;
    node.remove();
    if (!ms) return;
    moves.push(() => {
      let ghosts = picture.querySelector("[data-ghosts]");
      if (!ghosts) {
        ghosts = drawn("g");
        ghosts.dataset.ghosts = "";
        picture.append(ghosts);
      }
      node.removeAttribute("id");
      ghosts.append(node);
      const done = fade(node, 1, 0, ms);
      done.onfinish = () => {
        node.remove();
        if (!ghosts.childElementCount) ghosts.remove();
      };
    });
  }
}

function parsed(svg) {
  const holder = drawn("g");
  holder.innerHTML = svg;
  return holder.firstElementChild;
}

/* Return the position, rotation and face of a piece, also during an animation. */
function stance(node) {
  return { ...transforms(node), shows: showing(node) };
}

function transforms(node) {
  return {
    place: getComputedStyle(node.querySelector(".drawing-place")).transform,
    turn: getComputedStyle(node.querySelector(".drawing-turn")).transform,
  };
}

function showing(node) {
  if (!node.classList.contains("drawing-die")) return "";
  return node.querySelector(".drawing-face").textContent + node.querySelector(".drawing-pips").getAttribute("href");
}

function glide(from, node, ms) {
  const to = transforms(node);
  if (isOverAnEdge(from, to, node.ownerSVGElement)) {
    fade(node, 0, 1, ms);
    return;
  }
  const rolls = from.shows !== showing(node);
  if (from.place !== to.place || rolls) {
    const way = rolls ? [`${from.place} rotate(-${TURN}deg)`, `${to.place} rotate(0deg)`] : [from.place, to.place];
    node.querySelector(".drawing-place").animate({ transform: way }, { duration: ms, easing: EASE });
  }
  if (from.turn !== to.turn) {
    node.querySelector(".drawing-turn").animate({ transform: [from.turn, to.turn] }, { duration: ms, easing: EASE });
  }
}

/* Return true if a piece wrapped around an edge of the table: no move is as long as half the width. */
function isOverAnEdge(from, to, picture) {
  if (picture.id !== `${NAME}-table`) return false;
  const [a, b] = [new DOMMatrix(from.place), new DOMMatrix(to.place)];
  return Math.hypot(b.e - a.e, b.f - a.f) > picture.viewBox.baseVal.width / 2;
}

function fade(node, from, to, ms) {
  return ms ? node.animate({ opacity: [from, to] }, { duration: ms, easing: "ease-out" }) : null;
}
