// The keys that move a replay.

const KEYS = {
  "ArrowLeft": "earlier", "ArrowRight": "later", "ArrowUp": "earlier round", "ArrowDown": "later round",
  "PageUp": "earlier round", "PageDown": "later round", "Home": "first", "End": "last",
};
const SHIFTED = { "ArrowLeft": "earlier turn", "ArrowRight": "later turn" };
const FIELDS = "input, select, textarea, dialog, [contenteditable]";
export const TYPED = `:is(${FIELDS}):not([type=range])`; // fields that take letters

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
      player.go(way);
    } else if (plays && !target.closest("button, summary")) {
      player.toggle();
    } else {
      return;
    }
    event.preventDefault();
  });
}
