// The wheel around a figure that chooses only its facing.

import { drawn } from "./elements.js";
import { FINGER, distance } from "./pick.js";
import { Pointing } from "./point.js";

const LEAST = 30; // the smallest radius, in units of the drawing
const TURN = 15; // degrees of an arrow key

export class Wheel extends Pointing {
  get radius() {
    return Math.max(2.2 * (this.pointable.radius ?? 0), LEAST);
  }

  reach() {
    const [cx, cy] = this.pointable.origin;
    return [drawn("circle", { class: "wheel", cx, cy, r: this.radius })];
  }

  grabs(point, scale) {
    return distance(point, this.pointable.origin) <= this.radius + FINGER / scale;
  }

  repeats() {
    return false; // a second click turns the hand
  }

  preview(point) {
    this.cursor.replaceChildren(this.#hand(point));
  }

  mark({ at: [x, y], facing, refusal }) {
    return facing && !refusal ? [this.#hand([x + facing[0], y + facing[1]])] : [];
  }

  /* Return the hand toward a point. */
  #hand(point) {
    const [x, y] = this.pointable.origin;
    const length = distance(point, [x, y]) || 1;
    const [dx, dy] = [(point[0] - x) / length, (point[1] - y) / length].map(along => along * this.radius);
    return drawn("g", {}, drawn("path", { class: "path", d: `M${x} ${y}l${dx} ${dy}` }),
      drawn("circle", { class: "ghost", cx: x + dx, cy: y + dy, r: 6 }));
  }

  /* Turn the hand: one unit is TURN degrees. */
  nudge(east, north) {
    const [x, y] = this.pointable.origin;
    const [fx, fy] = this.answer?.facing ?? [1, 0];
    const way = Math.atan2(fy, fx) + (east - north) * TURN * Math.PI / 180;
    const far = 4 * this.radius;
    this.ask([x + Math.cos(way) * far, y + Math.sin(way) * far], true);
  }
}
