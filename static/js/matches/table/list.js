// The list of all pieces by side, from the titles of the pieces and the tracks beside the table.

import { element } from "./elements.js";

/* Update `list` from the drawings in `root` while `details` is open. */
export function keepList(details, list, root, sides) {
  const show = () => {
    if (details.open) list.replaceChildren(...listed(root, sides));
  };
  details.addEventListener("toggle", show);
  return show;
}

function* listed(root, sides) {
  const groups = ["", ...sides].map(() => []);
  let owner = 0;
  for (const part of root.querySelectorAll("[data-part=beside] :is(.drawing-side, .drawing-track)")) {
    if (part.classList.contains("drawing-side")) owner = 1 + whose(part);
    else if (part.id) groups[owner].push(part.textContent);
    else groups[owner].push(`${groups[owner].pop()} ${part.textContent}`);
  }
  for (const piece of root.querySelectorAll("[data-layer] > .drawing-piece")) {
    groups[1 + whose(piece)].push(piece.querySelector("title").textContent);
  }
  for (const [n, group] of groups.entries()) {
    if (!group.length) continue;
    yield element("h3", {}, n ? sides[n - 1] : "The table");
    yield bulleted(group);
  }
}

/* Return the number of the side of an element, or -1. */
function whose(part) {
  const owner = part.getAttribute("class").match(/owner-(\d+)/);
  return owner ? Number(owner[1]) : -1;
}

function bulleted(lines) {
  const counts = new Map();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return element("ul", {}, ...[...counts].map(([line, count]) => element("li", {}, count > 1 ? `${line} × ${count}` : line)));
}
