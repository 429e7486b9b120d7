// The table closer, where it is too small to be read: larger than its window, which is scrolled to what happens. Without
// this the window is scrolled by hand.

const NARROW = 560; // a window of fewer pixels begins closer
const KEPT = "closer"; // the browser's word for what was chosen last
const POINTED = ".drawing-way, .drawing-sight, .drawing-throw, .drawing-spot";
const ROOM = 18; // around the end of a line, for who stands there

export class Closer {
  constructor(root) {
    this.root = root;
    this.boxes = [];
    this.pan = root.querySelector(".pan");
    if (!this.pan) return;
    this.field = root.querySelector("[data-closer]");
    this.field.checked = kept() ?? this.pan.clientWidth < NARROW;
    this.chosen = false; // by whoever looks at this page
    this.field.addEventListener("change", () => {
      this.chosen = true;
      keep(this.field.checked);
      this.#scroll();
    });
    new ResizeObserver(() => this.#scroll()).observe(this.pan);
  }

  /* To what cut `n` has changed on the table and what is pointed out there; else to what changed last before it, or what
     will change next. */
  follow(cuts, n, glides = false) {
    if (!this.pan) return;
    const marks = [...this.root.querySelectorAll(`[data-part=marks] :is(${POINTED})`)];
    const before = cuts.slice(1, n + 1).reverse();
    for (const cut of [...before, ...cuts.slice(n + 1), cuts[0]]) {
      const parts = [...this.#drawn(cut), ...(cut.n === n ? marks : [])];
      if (this.to(parts, glides)) return;
    }
    this.to([this.root.querySelector("[data-part=ground]")]); // nobody is there yet
  }

  /* To these parts of the picture; where the window has not room for all, to the first and as far on as it goes. Whether
     there was anything to go to. */
  to(parts, glides = false) {
    const reach = parts.flatMap(boxes);
    if (!this.pan || !reach.length) return false;
    this.boxes = reach;
    this.#scroll(glides);
    return true;
  }

  /* The whole table, for as long as this page is shown, where the window has not room for all of these parts. */
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

/* The middle of a window of this width that has all of the first stretch in it, and as much of the others as it can. */
function within([first, ...others], wide) {
  let [from, to] = first;
  for (const [start, end] of others) {
    const [least, most] = [Math.min(from, start), Math.max(to, end)];
    if (most - least <= wide) [from, to] = [least, most];
    else if (to - from < wide) [from, to] = (start + end > from + to) ? [from, from + wide] : [to - wide, to];
  }
  return (from + to) / 2;
}

/* From where to where a part of the picture reaches, as [left, top, right, foot]: a piece at the place that it has or
   goes to; of a line both ends, that from which it comes first; nothing of what is too short to be drawn. */
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
