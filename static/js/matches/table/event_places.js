// The places of an event on the table.

import { middle, pieceElement } from "./pieces.js";

const POINTERS = ".drawing-way, .drawing-sight, .drawing-throw, .drawing-spot";
const LINE = /^M(\S+) (\S+)L(\S+) (\S+)$/;

/* Return the places in the drawing of the pieces that an event changes, and of the ends of its pointers. `root` has the
   drawing of this event. */
export function placesOf(root, cut) {
  const pieces = Object.keys(cut.drawn ?? {}).map(id => pieceElement(root, id));
  const places = pieces.filter(Boolean).map(middle).filter(Boolean);
  for (const pointer of root.querySelectorAll(`#t-table [data-part=marks] :is(${POINTERS})`)) {
    const line = pointer.querySelector("path")?.getAttribute("d").match(LINE);
    if (line) {
      const [x, y, toX, toY] = line.slice(1).map(Number);
      places.push([x, y], [toX, toY]);
    } else if (!pointer.matches("g:empty")) {
      const box = pointer.getBBox();
      places.push([box.x + box.width / 2, box.y + box.height / 2]);
    }
  }
  return places;
}
