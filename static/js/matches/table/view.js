// The part of the table that is in view: zoom and pan of the drawing by mouse, wheel, fingers, keys and buttons.

const MOST = 6; // the greatest enlargement
const DRAG = 6; // pixels after which a press is a drag, not a tap
const TOUCH_DRAG = 12;
const ROOM = 1.2; // the size of a framed view for that of its points
const NEAR = 0.42; // the share of a view from its middle that is not its edge
const LEGIBLE = 1; // pixels of one unit of the drawing, below which labels of terrain and numbers are too small
const CLOSE = 2.5; // the greatest enlargement of a framed view
const STEP = 1.5; // the enlargement by a button or a key
const ZOOM_KEYS = { "f": "whole", "+": "in", "-": "out" };

export class View {
  /* `handlers` has `tapped(point, event)`, and `grabs(point)`, which is true where a press drags something, `dragged(point)`
     and `dropped(point)`. Points are those of the drawing. */
  constructor(picture, handlers) {
    this.picture = picture;
    this.handlers = handlers;
    this.isManual = false; // the player has zoomed, so questions are not framed
    this.pointers = new Map();
    this.whole(picture.getAttribute("viewBox"));
    for (const [kind, handler] of Object.entries({
      pointerdown: event => this.#down(event), pointermove: event => this.#move(event),
      pointerup: event => this.#up(event), pointercancel: event => this.#end(event),
    })) picture.addEventListener(kind, handler);
    picture.addEventListener("wheel", event => {
      event.preventDefault();
      this.isManual = true;
      this.zoom(event.deltaY < 0 ? 1.2 : 1 / 1.2, event.clientX, event.clientY);
    }, { passive: false });
    picture.addEventListener("click", event => {
      if (this.picture.contains(event.target)) event.preventDefault(); // links of the page without script
    });
  }

  /* Show the whole table. `box` is another view box of the drawing. */
  whole(box) {
    this.isManual = false;
    if (box) this.full = box.split(" ").map(Number);
    this.box = [...this.full];
    this.#put();
  }

  /* Take another view box of the whole drawing. The same one changes nothing. */
  fit(box) {
    if (box && box !== this.full.join(" ")) this.whole(box);
  }

  /* Return the number of pixels of one unit of the drawing. */
  get scale() {
    return this.picture.getScreenCTM()?.a ?? 1;
  }

  get isWhole() {
    return this.box[2] >= this.full[2];
  }

  get isClosest() {
    return this.box[2] <= this.full[2] / MOST * 1.01;
  }

  /* Return the point of the drawing at a point of the screen. */
  at(x, y) {
    const point = new DOMPoint(x, y).matrixTransform(this.picture.getScreenCTM().inverse());
    return [point.x, point.y];
  }

  /* Enlarge by a factor around a point of the screen, or around the middle. */
  zoom(factor, x, y) {
    const { left, top, width, height } = this.picture.getBoundingClientRect();
    const [cx, cy] = this.at(x ?? left + width / 2, y ?? top + height / 2);
    const wide = Math.min(Math.max(this.box[2] / factor, this.full[2] / MOST), this.full[2]);
    const by = wide / this.box[2];
    this.box = [cx - (cx - this.box[0]) * by, cy - (cy - this.box[1]) * by, wide, this.box[3] * by];
    this.#put();
  }

  /* Zoom "in", "out" or to the "whole" table. */
  step(way) {
    this.isManual = true;
    if (way === "whole") this.whole();
    else this.zoom(way === "in" ? STEP : 1 / STEP);
  }

  /* Let the buttons of the page zoom. */
  wire() {
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-zoom]"))) {
      button.addEventListener("click", () => this.step(button.dataset.zoom));
    }
  }

  /* Answer a key that zooms. Return false for another key. */
  takeKey(key) {
    const way = ZOOM_KEYS[key.toLowerCase()];
    if (way) this.step(way);
    return Boolean(way);
  }

  /* Move the view by pixels. */
  pan(right, down) {
    this.box[0] -= right / this.scale;
    this.box[1] -= down / this.scale;
    this.#put();
  }

  /* Frame points, except after a zoom of the player. A small drawing is enlarged as far as `others` stay in view, if any. */
  frame(points, others) {
    if (this.isManual) return;
    const isSmall = this.scale * this.box[2] < LEGIBLE * this.full[2];
    if (isSmall && others.length) this.#enclose([...points, ...others], this.full[2] / CLOSE);
    else this.follow(points);
  }

  /* Bring points into view with some room, if one is not. */
  follow(points) {
    const [x, y, wide, high] = this.box;
    const isOut = (at, start, size) => Math.abs(at - start - size / 2) > NEAR * size;
    if (points.some(([px, py]) => isOut(px, x, wide) || isOut(py, y, high))) this.#enclose(points, wide);
  }

  /* Show points with some room, at least a part of the drawing as wide as `least`. */
  #enclose(points, least) {
    const along = n => points.map(point => point[n]);
    const [left, right] = [Math.min(...along(0)), Math.max(...along(0))];
    const [top, bottom] = [Math.min(...along(1)), Math.max(...along(1))];
    const needed = ROOM * Math.max((right - left) / this.full[2], (bottom - top) / this.full[3]);
    const share = Math.min(Math.max(needed, least / this.full[2]), 1);
    const size = [this.full[2] * share, this.full[3] * share];
    this.box = [(left + right - size[0]) / 2, (top + bottom - size[1]) / 2, ...size];
    this.#put();
  }

  #put() {
    for (const n of [0, 1]) {
      const room = this.full[n + 2] - this.box[n + 2];
      this.box[n] = Math.min(Math.max(this.box[n], this.full[n]), this.full[n] + Math.max(room, 0));
    }
    this.picture.setAttribute("viewBox", this.box.map(number => Math.round(100 * number) / 100).join(" "));
    this.picture.classList.toggle("small", this.scale < LEGIBLE);
  }

  #down(event) {
    if (event.button) return;
    this.pointers.set(event.pointerId, [event.clientX, event.clientY]);
    if (this.pointers.size === 1) {
      this.start = [event.clientX, event.clientY];
      this.dragged = false;
      this.holds = this.handlers.grabs(this.at(event.clientX, event.clientY));
    }
  }

  #move(event) {
    const last = this.pointers.get(event.pointerId);
    if (!last) return;
    const now = [event.clientX, event.clientY];
    const others = [...this.pointers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    const far = event.pointerType === "touch" ? TOUCH_DRAG : DRAG;
    if (apart(this.start, now) > far || others.length) this.dragged = true;
    if (!this.dragged) return;
    if (event.pointerType === "mouse") this.picture.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, now);
    if (others.length) this.holds = false;
    if (this.holds) {
      this.handlers.dragged(this.at(...now), event);
      return;
    }
    if (others.length) {
      this.isManual = true;
      const [other] = others;
      this.zoom(apart(other, now) / Math.max(apart(other, last), 1), (other[0] + now[0]) / 2, (other[1] + now[1]) / 2);
      this.pan((now[0] - last[0]) / 2, (now[1] - last[1]) / 2);
    } else if (!this.isWhole) {
      this.pan(now[0] - last[0], now[1] - last[1]);
    }
  }

  #up(event) {
    const isTap = this.pointers.size === 1 && this.pointers.has(event.pointerId) && !this.dragged;
    const isDrop = this.holds && this.dragged && this.pointers.has(event.pointerId);
    this.#end(event);
    const point = this.at(event.clientX, event.clientY);
    if (isTap) this.handlers.tapped(point, event);
    if (isDrop) this.handlers.dropped(point);
  }

  #end(event) {
    this.pointers.delete(event.pointerId);
    this.handlers.released?.();
  }
}

/** @param {number[]} a @param {number[]} b */
function apart([ax, ay], [bx, by]) {
  return Math.hypot(bx - ax, by - ay);
}
