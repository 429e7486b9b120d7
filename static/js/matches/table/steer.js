// Navigation in a replay by steps, turns and rounds, also by keys.

import { isEmpty } from "./player.js";

const KEYS = {
  "ArrowLeft": "earlier", "ArrowRight": "later", "ArrowUp": "earlier round", "ArrowDown": "later round",
  "PageUp": "earlier round", "PageDown": "later round", "Home": "first", "End": "last",
};
const SHIFTED = { "ArrowLeft": "earlier turn", "ArrowRight": "later turn" };
const FIELDS = "input, select, textarea, dialog, [contenteditable]";
export const TYPED = `:is(${FIELDS}):not([type=range])`; // fields that take letters

/* Return the target cut of each navigation button; the cut itself if a button has no target. */
export function ways(cuts, at) {
  const last = cuts.length - 1;
  const back = wanted => cuts.slice(0, at).findLast(wanted)?.n ?? 0;
  const on = wanted => cuts.slice(at + 1).find(wanted)?.n ?? last;
  const flagged = flag => cut => cut.flags?.includes(flag) ?? false;
  const seen = cut => !isEmpty(cut);
  return {
    "first": 0,
    "earlier round": back(flagged("round")),
    "earlier turn": back(flagged("turn")),
    "earlier": back(seen),
    "later": on(seen),
    "later turn": on(flagged("turn")),
    "later round": on(flagged("round")),
    "last": last,
  };
}

/* Go to the target of a navigation button. */
export function moveReplay(player, way) {
  player.to(ways(player.cuts, player.at)[way], way === "earlier" || way === "later");
}

/* Handle keys while no field has the focus. */
export function steer(player) {
  document.addEventListener("keydown", event => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    const target = /** @type {Element} */ (event.target);
    const field = /** @type {HTMLInputElement} */ (target.closest(FIELDS));
    const plays = event.key === " " && (!field || field.type === "range");
    if ((field && !plays) || document.querySelector("dialog[open]")) return;
    const way = event.shiftKey ? SHIFTED[event.key] : KEYS[event.key];
    if (way) {
      moveReplay(player, way);
    } else if (plays && !target.closest("button, summary")) {
      player.toggle();
    } else {
      return;
    }
    event.preventDefault();
  });
}
