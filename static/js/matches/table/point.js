// A point of the table that the player tries, the area in reach, and the button that answers with the point. The site
// decides; nothing here knows a rule.

import { drawn, element } from "./elements.js";
import { FINGER, distance } from "./pick.js";

const REST = 120; // milliseconds after which a resting pointer asks
const LEAST = 4; // the smallest ghost, in units of the drawing
const FACING = 14; // the length of the line that shows a facing, beyond the ghost

export class Pointing {
  /* `go` follows an address. */
  constructor(root, state, go) {
    this.root = root;
    this.go = go;
    this.pointable = state.question?.pointable ?? null;
    this.frames = state.frames;
    this.answer = null; // to the point that was chosen
    this.requests = 0;
    this.cursor = root.querySelector("[data-part=cursor]");
    this.told = root.querySelector("[data-shown=pointed]");
    this.#drawReach(root.querySelector("[data-part=reach]"));
    this.clear();
  }

  #drawReach(home) {
    if (!home) return;
    const { reach = [], spots = [], step = 0 } = this.pointable ?? {};
    home.replaceChildren();
    if (reach.length) home.append(drawn("polygon", { points: reach.map(at => at.join()).join(" ") }));
    if (spots.length) home.append(drawn("path", { d: spots.map(([x, y]) => square(x, y, step)).join("") }));
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

  /* Try a point of the drawing, and keep the answer. The same point again answers the question with it. */
  async choose(point, scale) {
    if (!this.pointable) return;
    if (this.answer?.url && distance(point, this.answer.at) * scale <= FINGER) {
      this.commit();
      return;
    }
    await this.ask(point, true);
  }

  /* Answer the question with the chosen point. */
  commit() {
    if (this.answer?.url) this.go(this.answer.url);
  }

  /* Try the point under a resting pointer, without keeping the answer. */
  hover(point) {
    clearTimeout(this.resting);
    if (!this.pointable || this.answer) return;
    this.resting = setTimeout(() => this.ask(point, false), REST);
  }

  /* Ask the site where a point of the drawing leads, and show it. */
  async ask(point, isChosen) {
    clearTimeout(this.resting);
    const mine = ++this.requests;
    const [x, y] = [this.frames.west + point[0] / this.frames.scale, this.frames.north - point[1] / this.frames.scale];
    const address = `${this.pointable.url}&x=${x.toFixed(3)}&y=${y.toFixed(3)}`;
    let answer;
    try {
      const response = await fetch(address);
      answer = response.ok ? await response.json() : { refusal: "The site did not answer. Try again.", x, y };
    } catch {
      answer = { refusal: "The site did not answer. Try again.", x, y };
    }
    if (mine !== this.requests) return;
    answer.at = [(answer.x - this.frames.west) * this.frames.scale, (this.frames.north - answer.y) * this.frames.scale];
    if (isChosen) this.answer = answer;
    this.#show(answer, isChosen);
  }

  #show(answer, isChosen) {
    const { origin, radius = 0, verb } = this.pointable;
    const [x, y] = answer.at;
    const kind = `ghost${answer.refusal ? " refused" : ""}${isChosen ? "" : " faint"}`;
    const size = Math.max(radius, LEAST);
    const parts = [drawn("circle", { class: kind, cx: x, cy: y, r: size })];
    if (origin && !answer.refusal) parts.unshift(drawn("path", { class: "path", d: `M${origin.join(" ")}L${x} ${y}` }));
    if (answer.facing && !answer.refusal) {
      const [fx, fy] = answer.facing.map(along => along * (size + FACING));
      parts.push(drawn("path", { class: "path", d: `M${x} ${y}l${fx} ${fy}` }));
    }
    this.cursor.replaceChildren(...parts);
    const text = answer.refusal || answer.distance || answer.text;
    const button = element("a", { "class": "button", "rel": "nofollow", "data-goes": true, "href": answer.url }, verb);
    this.told.replaceChildren(...(isChosen && answer.url ? [button, " "] : []), text);
    this.told.hidden = false;
  }

  /* Move the chosen point by inches; the first time from where the question's piece is. */
  nudge(east, north) {
    if (!this.pointable) return;
    const from = this.answer?.at ?? this.pointable.origin ?? [0, 0];
    this.ask([from[0] + east * this.frames.scale, from[1] - north * this.frames.scale], true);
  }
}

function square(x, y, step) {
  const half = step / 2;
  return `M${round(x - half)} ${round(y - half)}h${step}v${step}h${-step}z`;
}

function round(number) {
  return Math.round(10 * number) / 10;
}
