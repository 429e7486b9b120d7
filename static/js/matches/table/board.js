// The table and what lies beside it, after any cut of a reel: what is another is put in its place, and what moved
// glides there. It draws nothing itself; a reel has all of it drawn.

const SVG = "http://www.w3.org/2000/svg";
const NAME = "t"; // all ids of the drawing begin with it
const PARTS = ["ground", "beside", "marks"];
const EASE = "cubic-bezier(0.4, 0, 0.2, 1)";
const TURN = 200; // degrees that a die turns while it changes

/* What stands in each part, and every piece by its id as [layer, svg], after cut `n`; `from` is known after `at`. */
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
  /* `root` is a page's element that has the drawing of cut `at` in it. */
  constructor(root, cuts, at) {
    this.root = root;
    this.cuts = cuts;
    this.at = at;
    this.now = after(cuts, at);
    this.nodes = new Map();
    for (const id of this.now.pieces.keys()) this.nodes.set(id, root.querySelector(`[id="${NAME}-piece-${id}"]`));
  }

  /* Put the drawing of cut `n` in place of what is there; what changes may take `ms` milliseconds to do so. */
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
    const next = {}; // in each layer, the piece that comes after the one in hand
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

  /* Let whatever moves be where it goes. */
  settle() {
    for (const moving of this.root.getAnimations({ subtree: true })) moving.finish();
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
    const node = drawn(svg);
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

  /* A piece goes from its layer; what is seen of it for a while is its ghost. */
  #leave(node, layer, ms, moves) {
    const picture = this.#layer(layer).parentNode;
    node.remove();
    if (!ms) return;
    moves.push(() => {
      let ghosts = picture.querySelector("[data-ghosts]");
      if (!ghosts) {
        ghosts = document.createElementNS(SVG, "g");
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

function drawn(svg) {
  const holder = document.createElementNS(SVG, "g");
  holder.innerHTML = svg;
  return holder.firstElementChild;
}

/* How a piece stands and lies at this moment, on its way too, and what it shows. */
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

/* Whether a piece has left the table at one edge and come back at the other: nothing moves half a table's width. */
function isOverAnEdge(from, to, picture) {
  if (picture.id !== `${NAME}-table`) return false;
  const [a, b] = [new DOMMatrix(from.place), new DOMMatrix(to.place)];
  return Math.hypot(b.e - a.e, b.f - a.f) > picture.viewBox.baseVal.width / 2;
}

function fade(node, from, to, ms) {
  return ms ? node.animate({ opacity: [from, to] }, { duration: ms, easing: "ease-out" }) : null;
}
