// A point of the table that the player tries: the area in reach, the ghost with its ranges and lines of sight, and the
// button that answers with the point. The site decides; nothing here knows a rule.

import { drawn, element, goingLink } from "./elements.js";
import { FINGER, distance } from "./pick.js";
import { middle, pieceElement } from "./pieces.js";

const REST = 120; // milliseconds after which a resting pointer asks
const SPOKEN = 600; // milliseconds between two announcements
const LEAST = 4; // the smallest ghost, in units of the drawing
const FACING = 14; // the length of the line that shows a facing, beyond the ghost
const WHEEL = 30; // the least radius of the wheel of a facing
const TURN = 15; // degrees of an arrow key on the wheel
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
    this.cursor = root.querySelector("[data-part=cursor]");
    this.told = root.querySelector("[data-shown=pointed]");
    this.#drawReach(root.querySelector("[data-part=reach]"));
    this.clear();
    const { pointed } = this.question ?? {}; // compared with the options
    if (pointed?.url && this.cursor) {
      const { searchParams } = new URL(location.href);
      this.tried = [searchParams.get("x"), searchParams.get("y")];
      this.answer = { ...pointed, at: [pointed.x, pointed.y] };
      this.#show(this.answer, true);
    }
  }

  /* Return whether the question takes only a direction. */
  get isWheel() {
    return this.question?.form === "facing" && Boolean(this.pointable?.origin);
  }

  get #wheelRadius() {
    return Math.max(2.2 * (this.pointable?.radius ?? 0), WHEEL);
  }

  #drawReach(home) {
    if (!home) return;
    const { reach = [], spots = [], step = 0 } = this.pointable ?? {};
    home.replaceChildren();
    if (reach.length) home.append(drawn("polygon", { points: reach.map(at => at.join()).join(" ") }));
    if (spots.length) home.append(drawn("path", { d: spots.map(([x, y]) => square(x, y, step)).join("") }));
    if (this.isWheel) {
      const [cx, cy] = this.pointable.origin;
      home.append(drawn("circle", { class: "wheel", cx, cy, r: this.#wheelRadius }));
    }
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
    if (this.isWheel) return distance(point, this.pointable.origin) <= this.#wheelRadius + room;
    const places = [this.pointable.origin, ...(this.answer?.url ? [this.answer.at] : [])];
    return places.some(at => distance(point, at) <= Math.max(room, this.pointable.radius ?? 0));
  }

  /* Try a point of the drawing. The same point again answers the question with it; so does a first click that `isQuick`. */
  async choose(point, scale, isQuick = false) {
    if (!this.pointable) return;
    if (this.answer?.url && !this.isWheel && distance(point, this.answer.at) * scale <= FINGER) {
      this.commit();
      return;
    }
    await this.ask(point, true);
    if (isQuick) this.commit();
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
    if (!this.pointable || (this.answer && !isDragged)) return;
    this.requests += 1; // an answer to an earlier point is late
    this.answer = null;
    this.#preview(point);
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

  #preview(point) {
    if (this.isWheel) {
      this.cursor.replaceChildren(this.#hand(point));
      return;
    }
    const at = this.clipped(point);
    if (!at) return;
    this.cursor.replaceChildren(...this.#bands(at), ...this.#ghost(at, "ghost faint"));
  }

  /* Return the hand of the wheel toward a point. */
  #hand(point) {
    const [x, y] = this.pointable.origin;
    const length = distance(point, [x, y]) || 1;
    const [dx, dy] = [(point[0] - x) / length, (point[1] - y) / length].map(along => along * this.#wheelRadius);
    return drawn("g", {}, drawn("path", { class: "path", d: `M${x} ${y}l${dx} ${dy}` }),
      drawn("circle", { class: "ghost", cx: x + dx, cy: y + dy, r: 6 }));
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
    return (this.pointable.bands ?? []).flatMap(({ label, radius }) => {
      const below = y - radius < LETTERS; // no room above the ring
      return [
        drawn("circle", { class: "band", cx: x, cy: y, r: radius }),
        drawn("text", {
          "class": "band-label", x, "y": below ? y + radius + LETTERS : y - radius - 3, "text-anchor": "middle",
          "font-size": LETTERS,
        }, label),
      ];
    });
  }

  /* Ask the site where a point of the drawing leads, and show it; `given` is known of the answer. */
  async ask(point, isChosen, given = null) {
    clearTimeout(this.resting);
    const mine = ++this.requests;
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

  #show(answer, isChosen) {
    const { radius = 0, verb } = this.pointable;
    const kind = `ghost${answer.refusal ? " refused" : ""}${isChosen ? "" : " faint"}`;
    const [x, y] = answer.at;
    const parts = this.isWheel ? [] : this.#ghost(answer.at, kind);
    if (answer.facing && !answer.refusal) {
      const size = this.isWheel ? this.#wheelRadius : Math.max(radius, LEAST) + FACING;
      const [fx, fy] = answer.facing.map(along => along * size);
      if (this.isWheel) parts.push(this.#hand([x + fx, y + fy]));
      else parts.push(drawn("path", { class: "path", d: `M${x} ${y}l${fx} ${fy}` }));
    }
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

  /* Move the chosen point by inches, or turn the wheel; the first time from where the question's piece is. */
  nudge(east, north) {
    if (!this.pointable) return;
    const origin = this.pointable.origin ?? [0, 0];
    if (this.isWheel) {
      const [fx, fy] = this.answer?.facing ?? [1, 0];
      const turn = (east - north) * TURN * Math.PI / 180;
      const way = Math.atan2(fy, fx) + turn;
      const size = 4 * this.#wheelRadius;
      this.ask([origin[0] + Math.cos(way) * size, origin[1] + Math.sin(way) * size], true);
      return;
    }
    const from = this.answer?.at ?? origin;
    this.ask([from[0] + east * this.frames.scale, from[1] - north * this.frames.scale], true);
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
