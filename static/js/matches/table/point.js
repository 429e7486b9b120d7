// A point of the table that the player tries: the area in reach, the ghost with its ranges and lines of sight, and the
// button that answers with the point. The site decides; nothing here knows a rule.

import { drawn, element, goingLink } from "./elements.js";
import { FINGER, distance } from "./pick.js";
import { middle, pieceElement } from "./pieces.js";

const REST = 120; // milliseconds after which a resting pointer asks
const SPOKEN = 600; // milliseconds between two announcements
const LEAST = 4; // the smallest ghost, in units of the drawing
const FACING = 14; // the length of the line that shows a facing, beyond the ghost
const LETTERS = 10; // the size of the texts of rings
const SHOWN = 4; // enemies in the list beside the button
const FAILED = "The site did not answer. Try again.";

export class Pointing {
  /* `go` follows an address, `say` announces a text. */
  constructor(root, state, go, say) {
    this.root = root;
    this.go = go;
    this.say = say;
    this.question = state.question ?? null;
    this.pointable = state.question?.pointable ?? null;
    this.compare = state.compare ?? null;
    this.frames = state.frames;
    this.answer = null; // to the point that was chosen
    this.requests = 0;
    this.chosen = 0; // the number of the last request about a point that was chosen
    this.cursor = root.querySelector("[data-part=cursor]");
    this.told = root.querySelector("[data-shown=pointed]");
    root.querySelector("[data-part=reach]")?.replaceChildren(...this.reach());
    this.clear();
    const { pointed } = this.question ?? {}; // compared with the options
    if (pointed?.url && this.cursor) {
      const { searchParams } = new URL(location.href);
      this.tried = [searchParams.get("x"), searchParams.get("y")];
      this.answer = { ...pointed, at: [pointed.x, pointed.y] };
      this.#show(this.answer, true);
    }
  }

  /* Return the drawing of the area in reach. */
  reach() {
    const { reach = [], spots = [], step = 0 } = this.pointable ?? {};
    const parts = [];
    if (reach.length) parts.push(drawn("polygon", { points: reach.map(at => at.join()).join(" ") }));
    if (spots.length) parts.push(drawn("path", { d: spots.map(([x, y]) => square(x, y, step)).join("") }));
    return parts;
  }

  /* Forget the chosen point. */
  clear() {
    clearTimeout(this.resting);
    this.requests += 1;
    this.answer = null;
    this.cursor?.replaceChildren();
    if (this.told) this.told.hidden = true;
  }

  /* Hide the reach and the point of the open question while another event is shown. */
  hide(isHidden) {
    for (const part of ["reach", "cursor"]) {
      this.root.querySelector(`[data-part=${part}]`)?.classList.toggle("lifted", isHidden);
    }
  }

  /* Return whether a drag that begins at a point moves the ghost or the figure of the question. */
  grabs(point, scale) {
    if (!this.pointable?.origin) return false;
    const room = FINGER / scale;
    const places = [this.pointable.origin, ...(this.answer?.url ? [this.answer.at] : [])];
    return places.some(at => distance(point, at) <= Math.max(room, this.pointable.radius ?? 0));
  }

  /* Try a point of the drawing. The same point again answers the question with it; so does a first click that `isQuick`. */
  async choose(point, scale, isQuick = false) {
    if (!this.pointable) return;
    if (!this.repeats(point, scale)) {
      await this.ask(point, true);
      if (!isQuick) return;
    }
    this.commit();
  }

  /* Return whether a point is the chosen one. */
  repeats(point, scale) {
    return Boolean(this.answer?.url) && distance(point, this.answer.at) * scale <= FINGER;
  }

  /* Try options at one place. The same one again answers with it; several are listed. */
  async offer(options) {
    const [{ x, y, url, label, short = label }] = options;
    if (!this.pointable) this.go(url);
    else if (this.answer?.url === url) this.commit();
    else {
      const only = options.length < 2 && { url, distance: short };
      await this.ask([x, y], true, { at: [x, y], url: "", refusal: "", facing: null, distance: "", ...only, options });
    }
  }

  /* Answer the question with the chosen point. */
  commit() {
    if (this.answer?.url) this.go(this.answer.url);
  }

  /* Show the point under a moving pointer at once, and ask about it when it rests. */
  hover(point, isDragged = false) {
    clearTimeout(this.resting);
    const isChosen = this.answer || this.chosen === this.requests;
    if (!this.pointable || (isChosen && !isDragged)) return;
    this.requests += 1; // an answer to an earlier point is late
    this.answer = null;
    this.preview(point);
    this.resting = setTimeout(() => this.ask(point, isDragged), REST);
  }

  /* Return the point in reach toward a point of the drawing; null if it cannot be told here. */
  clipped(point) {
    const { origin, reach = [] } = this.pointable;
    if (!origin || !reach.length) return null;
    const [dx, dy] = [point[0] - origin[0], origin[1] - point[1]]; // y runs up in the order of the outline
    const turn = (Math.atan2(dy, dx) / (2 * Math.PI) + 1) % 1 * reach.length;
    const [from, to] = [reach[Math.floor(turn) % reach.length], reach[Math.ceil(turn) % reach.length]];
    const share = turn - Math.floor(turn);
    const far = distance(origin, from) * (1 - share) + distance(origin, to) * share;
    const length = Math.hypot(dx, dy);
    const factor = length ? Math.min(far / length, 1) : 0;
    return [origin[0] + factor * dx, origin[1] - factor * dy];
  }

  /* Show a point before the site has answered. */
  preview(point) {
    const at = this.clipped(point);
    if (at) this.cursor.replaceChildren(...this.#bands(at), ...this.#ghost(at, "ghost faint"));
  }

  /** @param {number[]} at @param {string} kind */
  #ghost([x, y], kind) {
    const { origin, radius = 0 } = this.pointable;
    const parts = [drawn("circle", { class: kind, cx: x, cy: y, r: Math.max(radius, LEAST) })];
    if (origin && !kind.includes("refused")) {
      parts.unshift(drawn("path", { class: "path", d: `M${origin.join(" ")}L${x} ${y}` }));
    }
    return parts;
  }

  /**
   * Return rings of the ranges of weapons around a place, with their texts at the top.
   * @param {number[]} at
   */
  #bands([x, y]) {
    const [left, , width] = this.frames.table.split(" ").map(Number);
    return (this.pointable.bands ?? []).flatMap(({ label, radius }) => {
      const below = y - radius < LETTERS; // no room above the ring
      const room = Math.min(label.length * LETTERS / 4, width / 2); // half of the text
      return [
        drawn("circle", { class: "band", cx: x, cy: y, r: radius }),
        drawn("text", {
          "class": "band-label", "x": Math.min(Math.max(x, left + room), left + width - room), "y": below ? y + radius + LETTERS : y - radius - 3, "text-anchor": "middle",
          "font-size": LETTERS,
        }, label),
      ];
    });
  }

  /* Ask the site where a point of the drawing leads, and show it; `given` is known of the answer. */
  async ask(point, isChosen, given = null) {
    clearTimeout(this.resting);
    const mine = ++this.requests;
    if (isChosen) this.chosen = mine;
    const [x, y] = this.#onTable(point);
    this.tried = [x, y];
    const address = `${this.pointable.url}&x=${x}&y=${y}`;
    const failed = { refusal: FAILED, x: Number(x), y: Number(y) };
    let answer;
    try {
      const response = await fetch(address);
      answer = response.ok ? await response.json() : failed;
    } catch {
      answer = failed;
    }
    if (mine !== this.requests) return;
    answer.at = [(answer.x - this.frames.west) * this.frames.scale, (this.frames.north - answer.y) * this.frames.scale];
    Object.assign(answer, given);
    if (isChosen) this.answer = answer;
    this.#show(answer, isChosen);
  }

  /* Return the drawing of an answer: its place, with the facing there. */
  mark({ at: [x, y], facing, refusal }, isChosen) {
    const parts = this.#ghost([x, y], `ghost${refusal ? " refused" : ""}${isChosen ? "" : " faint"}`);
    if (facing && !refusal) {
      const size = Math.max(this.pointable.radius ?? 0, LEAST) + FACING;
      parts.push(drawn("path", { class: "path", d: `M${x} ${y}l${facing.map(along => along * size)}` }));
    }
    return parts;
  }

  #show(answer, isChosen) {
    const { verb } = this.pointable;
    const parts = this.mark(answer, isChosen);
    if (!answer.refusal) {
      parts.unshift(...this.#bands(answer.at), ...sightLines(this.root, answer.at, answer.sights ?? []));
    }
    this.cursor.replaceChildren(...parts);
    const text = answer.refusal || answer.distance || answer.text;
    const seen = (answer.sights ?? []).slice(0, SHOWN);
    const verbs = answer.url ? [{ url: answer.url, label: verb }] : answer.options ?? [];
    const links = isChosen ? verbs.flatMap(({ url, label, short = label }) => [goingLink({ url, label: short }, "button"), " "]) : [];
    const comparison = links.length && this.compare ? [this.#comparison()] : [];
    this.told.replaceChildren(...links, element("span", {}, text), ...comparison, sightList(seen));
    this.told.hidden = false;
    if (isChosen) this.#announce([text, ...seen.filter(sight => sight.seen !== "hidden").map(sight => sight.text)].join(". "));
  }

  /* Return the link that compares the point with the options of a hint. */
  #comparison() {
    const [x, y] = this.tried;
    return goingLink({ ...this.compare, url: `${this.compare.url}&x=${x}&y=${y}` }, "compare");
  }

  /* Return a point of the drawing in the unit of the table. */
  #onTable([x, y]) {
    const { west, north, scale } = this.frames;
    return [(west + x / scale).toFixed(3), (north - y / scale).toFixed(3)];
  }

  /* Announce a text, at most once in SPOKEN milliseconds. */
  #announce(text) {
    clearTimeout(this.speaking);
    this.speaking = setTimeout(() => this.say(text), SPOKEN);
  }

  /* Show the line of sight from the question's piece to an enemy; the panel tells the distance and the number needed. */
  look(id, from) {
    const seen = (this.question?.sights ?? []).filter(({ piece }) => piece === id);
    const at = from && middle(from);
    this.cursor?.replaceChildren(...(at ? sightLines(this.root, at, seen) : []));
  }

  /* Move the chosen point by inches, the first time from where the question's piece is. */
  nudge(east, north) {
    const [x, y] = this.answer?.at ?? this.pointable.origin ?? [0, 0];
    this.ask([x + east * this.frames.scale, y - north * this.frames.scale], true);
  }
}

/**
 * Return a line to each enemy that is seen, and a cross at each that is hidden.
 * @param {Element} root @param {number[]} from @param {{ piece: string, seen: string, reaches?: boolean }[]} sights
 */
export function sightLines(root, [x, y], sights) {
  return sights.flatMap(({ piece, seen, reaches }) => {
    const node = pieceElement(root, piece);
    const at = node && middle(node);
    if (!at) return [];
    if (seen === "hidden") {
      return [drawn("path", { class: "sight hidden-enemy", d: `M${at[0] - 5} ${at[1] - 5}l10 10m0 -10l-10 10` })];
    }
    return [drawn("path", { class: `sight ${seen}${reaches ? " reaches" : ""}`, d: `M${x} ${y}L${at.join(" ")}` })];
  });
}

/* Return the list of the enemies that a figure sees. */
export function sightList(sights) {
  if (!sights.length) return "";
  return element("ul", { class: "sights" }, ...sights.map(({ text, seen }) => element("li", { class: seen }, text)));
}

function square(x, y, step) {
  const half = step / 2;
  return `M${round(x - half)} ${round(y - half)}h${step}v${step}h${-step}z`;
}

function round(number) {
  return Math.round(10 * number) / 10;
}
