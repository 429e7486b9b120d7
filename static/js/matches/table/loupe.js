// A loupe above the finger that drags the ghost, which the finger hides.

import { drawn } from "./elements.js";

const SIZE = 110; // pixels
const ABOVE = 90; // pixels from the finger to the middle of the loupe
const ZOOM = 2; // of the drawing on the screen

export class Loupe {
  constructor(picture) {
    this.picture = picture;
    this.copy = drawn("use", { href: `#${picture.id}` });
    this.glass = drawn("svg", { "class": "loupe", "width": SIZE, "height": SIZE, "aria-hidden": "true" }, this.copy,
      drawn("path", { class: "loupe-cross" }));
    document.body.append(this.glass);
  }

  /* Show the drawing around a point of it, above a point of the screen. `scale` is the pixels of one unit. */
  show([x, y], clientX, clientY, scale) {
    const [left, top, width, height] = this.picture.getAttribute("viewBox").split(" ").map(Number);
    for (const [name, value] of Object.entries({ x: left, y: top, width, height })) this.copy.setAttribute(name, String(value));
    const half = SIZE / scale / ZOOM / 2;
    this.glass.setAttribute("viewBox", [x - half, y - half, 2 * half, 2 * half].join(" "));
    this.glass.lastChild.setAttribute("d", `M${x - half / 6} ${y}h${half / 3}M${x} ${y - half / 6}v${half / 3}`);
    const below = clientY < ABOVE + SIZE / 2; // no room above the finger
    this.glass.style.left = `${Math.min(Math.max(clientX - SIZE / 2, 0), innerWidth - SIZE)}px`;
    this.glass.style.top = `${(below ? clientY + ABOVE : clientY - ABOVE) - SIZE / 2}px`;
    this.glass.removeAttribute("hidden");
  }

  hide() {
    this.glass.setAttribute("hidden", "");
  }
}
