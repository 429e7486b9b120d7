// The panel of the piece that is selected: its state, its statistics and weapons, and its lines of sight.

import { element } from "./elements.js";
import { pieceTitle } from "./pieces.js";
import { sightList } from "./point.js";

const NEAREST = 8; // enemies that are listed for a figure

export class Panel {
  constructor(home) {
    this.home = home;
  }

  hide() {
    this.home.hidden = true;
  }

  /* Show the things at a tap, each with its text and its function. */
  list(meanings) {
    const items = meanings.map(([text, choose]) => {
      const button = element("button", { type: "button" }, text);
      button.addEventListener("click", choose);
      return element("li", {}, button);
    });
    this.home.replaceChildren(element("p", { class: "panel-name" }, "Which of these?"), element("ul", { class: "meanings" }, ...items));
    this.home.hidden = false;
  }

  /* Show a piece. `state` is that of the game, with the statistics of each kind of figure. */
  show(piece, id, state) {
    const title = pieceTitle(piece);
    if (!title) {
      this.hide();
      return;
    }
    const kind = state.figures?.[piece.dataset.kind];
    const asked = state.question ?? {};
    const sights = (asked.about ?? []).includes(id) ? (asked.sights ?? []).slice(0, NEAREST)
      : (asked.sights ?? []).filter(sight => sight.piece === id);
    this.home.replaceChildren(
      element("p", { class: "panel-name" }, title),
      ...(kind ? [statistics(kind), ...weapons(kind)] : []),
      sightList(sights),
    );
    this.home.hidden = false;
  }
}

function statistics({ stats = [] }) {
  const cells = stats.map(([short, name, value]) => element(
    "div", { title: name }, element("dt", {}, element("abbr", { title: name }, short)), element("dd", {}, String(value))));
  return element("dl", { class: "stats" }, ...cells);
}

function weapons({ weapons: carried = [] }) {
  if (!carried.length) return [];
  const items = carried.map(([name, text]) => element("li", {}, element("b", {}, name), text ? `: ${text}` : ""));
  return [element("ul", { class: "carried" }, ...items)];
}
