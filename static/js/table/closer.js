// The table closer, where it is too small to be read: larger than its window, which is scrolled to what happens. Without
// this the window is scrolled by hand.

const NARROW = 560; // a window of fewer pixels begins closer
const KEPT = "closer"; // the browser's word for what was chosen last
const LINES = ".drawing-way, .drawing-sight, .drawing-throw, .drawing-spot";

export class Closer {
  constructor(root) {
    this.root = root;
    this.pan = root.querySelector(".pan");
    if (!this.pan) return;
    this.field = root.querySelector("[data-closer]");
    this.still = matchMedia("(prefers-reduced-motion: reduce)");
    this.field.checked = kept() ?? this.pan.clientWidth < NARROW;
    this.field.addEventListener("change", () => {
      keep(this.field.checked);
      this.#scroll();
    });
  }

  /* To what cut `n` has changed on the table and what is pointed out there, or to what changed last before it. */
  follow(cuts, n) {
    const marks = this.root.querySelectorAll(`[data-part=marks] :is(${LINES})`);
    for (let at = n; at >= 0; at -= 1) {
      const pieces = Object.keys(cuts[at].drawn ?? {}).map(id => this.root.querySelector(`#t-table [id="t-piece-${id}"]`));
      const parts = [...pieces.filter(Boolean), ...(at === n ? marks : [])];
      if (parts.length) {
        this.to(parts);
        return;
      }
    }
  }

  /* To the middle of these parts of the picture. */
  to(parts) {
    if (!this.pan || !parts.length) return;
    const boxes = parts.map(spread);
    const [left, top, right, foot] = [0, 1, 2, 3].map(n => Math[n < 2 ? "min" : "max"](...boxes.map(box => box[n])));
    this.middle = [(left + right) / 2, (top + foot) / 2];
    this.#scroll();
  }

  #scroll() {
    if (!this.field.checked || !this.middle) return;
    const picture = this.pan.querySelector("svg");
    const { x, y, width } = picture.viewBox.baseVal;
    const scale = picture.clientWidth / width;
    this.pan.scrollTo({
      left: (this.middle[0] - x) * scale - this.pan.clientWidth / 2,
      top: (this.middle[1] - y) * scale - this.pan.clientHeight / 2,
      behavior: this.still.matches ? "auto" : "smooth",
    });
  }
}

/* From where to where a part of the picture reaches: a piece by the place that it has or goes to. */
function spread(part) {
  const place = part.querySelector(".drawing-place")?.getAttribute("transform").match(/-?[\d.]+/g).map(Number);
  if (place) return [...place, ...place];
  const { x, y, width, height } = part.getBBox();
  return [x, y, x + width, y + height];
}

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT));
  } catch {
    return null; // some browsers forbid it to files
  }
}

function keep(checked) {
  try {
    localStorage.setItem(KEPT, JSON.stringify(checked));
  } catch {
    // It holds for this page.
  }
}
