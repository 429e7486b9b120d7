// The meaning of a tap on the table: the nearest thing within a finger's width, or the point itself.

import { middle, pieceId } from "./pieces.js";

export const FINGER = 22; // pixels around a thing that belong to it
export const MOUSE = 11; // the same for a mouse, where the points beside it can be chosen too
const CLEAR = 1.6; // the second thing is so much farther away that the first one is meant

/* Return the things that a tap at a point of the drawing may mean, nearest first: `{ option }` for a place that can be
   chosen, `{ id }` for a piece. `scale` is the number of pixels of one unit of the drawing, `room` that around a thing. */
export function things(options, point, scale, room = FINGER) {
  const found = [];
  for (const option of options.spots) found.push({ option, away: distance(point, [option.x, option.y]) * scale });
  for (const piece of options.root.querySelectorAll("#t-table [data-layer] .drawing-piece")) {
    const at = middle(piece);
    if (at) found.push({ id: pieceId(piece), away: distance(point, at) * scale });
  }
  return found.filter(({ away }) => away <= room).sort((a, b) => a.away - b.away);
}

/**
 * Return whether the first of these things is clearly meant.
 * @param {{ away: number }[]} things
 */
export function isClear([first, second]) {
  return !second || second.away > CLEAR * first.away;
}

/** @param {number[]} a @param {number[]} b */
export function distance([ax, ay], [bx, by]) {
  return Math.hypot(bx - ax, by - ay);
}
