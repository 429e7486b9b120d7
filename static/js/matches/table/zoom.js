// The zoom of the table: the drawing is larger than its window, which scrolls to the present event. Without JavaScript the
// window is scrolled by hand.

const NARROW = 560; // pixels; a narrower window starts enlarged
const KEPT = "closer"; // the key of the last choice in the browser's storage
const POINTED = ".drawing-way, .drawing-sight, .drawing-throw, .drawing-spot";
const ROOM = 18; // room around the end of a line for the piece at that place

export class Closer {
  constructor(root) {
    this.root = root;
    this.boxes = [];
    this.pan = root.querySelector(".pan");
    if (!this.pan) return;
    this.field = root.querySelector("[data-closer]");
    this.field.checked = kept() ?? this.pan.clientWidth < NARROW;
    this.chosen = false; // true after a click on this page
    this.field.addEventListener("change", () => {
      this.chosen = true;
      keep(this.field.checked);
      this.#scroll();
    });
    new ResizeObserver(() => this.#scroll()).observe(this.pan);
  }

  /* Scroll to the changes and pointers of cut `n`; if there are none, to the previous change or else to the next. */
  follow(cuts, n, glides = false) {
    if (!this.pan) return;
    const marks = [...this.root.querySelectorAll(`[data-part=marks] :is(${POINTED})`)];
    const before = cuts.slice(1, n + 1).reverse();
    for (const cut of [...before, ...cuts.slice(n + 1), cuts[0]]) {
      const parts = [...this.#drawn(cut), ...(cut.n === n ? marks : [])];
      if (this.to(parts, glides)) return;
    }
    this.to([this.root.querySelector("[data-part=ground]")]); // no piece is on the table yet
  }

  /* Scroll to these parts of the drawing. If they do not fit, show the first and as many others as possible. Return
     false if there are none. */
  to(parts, glides = false) {
    const reach = parts.flatMap(boxes);
    if (!this.pan || !reach.length) return false;
    this.boxes = reach;
    this.#scroll(glides);
    return true;
  }

  /* Show the whole table if these parts do not fit into the window. The choice is not stored. */
  whole(parts) {
    if (!this.pan || this.chosen || !this.field.checked || !parts.length) return;
    const reach = parts.flatMap(boxes);
    const picture = this.pan.querySelector("svg");
    const scale = picture.clientWidth / picture.viewBox.baseVal.width;
    const along = n => (Math.max(...reach.map(box => box[n + 2])) - Math.min(...reach.map(box => box[n]))) * scale;
    if (along(0) > this.pan.clientWidth || along(1) > this.pan.clientHeight) this.field.checked = false;
  }

  #drawn(cut) {
    const pieces = Object.keys(cut.drawn ?? {}).map(id => this.root.querySelector(`#t-table [id="t-piece-${id}"]`));
    return pieces.filter(Boolean);
  }

  #scroll(glides = false) {
    if (!this.field.checked || !this.boxes.length) return;
    const picture = this.pan.querySelector("svg");
    const { x, y, width } = picture.viewBox.baseVal;
    const scale = picture.clientWidth / width;
    const along = (n, room) => within(this.boxes.map(box => [box[n], box[n + 2]]), room / scale);
    this.pan.scrollTo({
      left: (along(0, this.pan.clientWidth) - x) * scale - this.pan.clientWidth / 2,
      top: (along(1, this.pan.clientHeight) - y) * scale - this.pan.clientHeight / 2,
      behavior: glides ? "smooth" : "instant",
    });
  }
}

/* Return the centre of a window of this width that contains the first interval and as much of the others as possible. */
/** @param {number[][]} intervals @param {number} wide */
function within([first, ...others], wide) {
  let [from, to] = first;
  for (const [start, end] of others) {
    const [least, most] = [Math.min(from, start), Math.max(to, end)];
    if (most - least <= wide) [from, to] = [least, most];
    else if (to - from < wide) [from, to] = (start + end > from + to) ? [from, from + wide] : [to - wide, to];
  }
  return (from + to) / 2;
}

/* Return the bounding boxes of a part of the drawing as [left, top, right, bottom]: a piece at its place or destination,
   the ends of a line, its start first. Elements that are too short to be drawn have none. */
function boxes(part) {
  const place = part.querySelector(".drawing-place");
  if (place) {
    const [x, y] = place.getAttribute("transform").match(/-?[\d.]+/g).map(Number);
    return [box(place.getBBox(), x, y)];
  }
  const line = part.querySelector("path")?.getAttribute("d").match(/^M(\S+) (\S+)L(\S+) (\S+)$/);
  if (!line) return part.matches("g:empty") ? [] : [box(part.getBBox())];
  const [x, y, toX, toY] = line.slice(1).map(Number);
  return [around(x, y), around(toX, toY)];
}

function box({ x, y, width, height }, right = 0, down = 0) {
  return [x + right, y + down, x + right + width, y + down + height];
}

function around(x, y) {
  return [x - ROOM, y - ROOM, x + ROOM, y + ROOM];
}

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT));
  } catch {
    return null; // some browsers forbid this for local files
  }
}

function keep(checked) {
  try {
    localStorage.setItem(KEPT, JSON.stringify(checked));
  } catch {
    // The choice applies to this page only.
  }
}
