// The part of the table that is in view: zoom and pan of the drawing by mouse, wheel, fingers, keys and buttons.

const MOST = 6; // the greatest enlargement
const STEP = 1.5; // the enlargement by a button
const DRAG = 6; // pixels after which a press is a drag, not a tap
const TOUCH_DRAG = 12;

export class View {
  /* `tapped` is called with the point of the drawing and the event of a tap. */
  constructor(picture, tapped) {
    this.picture = picture;
    this.tapped = tapped;
    this.pointers = new Map();
    this.whole(picture.getAttribute("viewBox"));
    for (const [kind, handler] of Object.entries({
      pointerdown: event => this.#down(event), pointermove: event => this.#move(event),
      pointerup: event => this.#up(event), pointercancel: event => this.#end(event),
    })) picture.addEventListener(kind, handler);
    picture.addEventListener("wheel", event => {
      event.preventDefault();
      this.zoom(event.deltaY < 0 ? 1.2 : 1 / 1.2, event.clientX, event.clientY);
    }, { passive: false });
    picture.addEventListener("click", event => {
      if (this.picture.contains(event.target)) event.preventDefault(); // links of the page without script
    });
  }

  /* Show the whole table. `box` is another view box of the drawing. */
  whole(box) {
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

  /* Move the view by pixels. */
  pan(right, down) {
    this.box[0] -= right / this.scale;
    this.box[1] -= down / this.scale;
    this.#put();
  }

  /* Return to the whole table if one of these points is out of view. */
  reveal(points) {
    const [x, y, wide, high] = this.box;
    if (points.some(([px, py]) => px < x || py < y || px > x + wide || py > y + high)) this.whole();
  }

  #put() {
    for (const n of [0, 1]) {
      const room = this.full[n + 2] - this.box[n + 2];
      this.box[n] = Math.min(Math.max(this.box[n], this.full[n]), this.full[n] + Math.max(room, 0));
    }
    this.picture.setAttribute("viewBox", this.box.map(number => Math.round(100 * number) / 100).join(" "));
  }

  #down(event) {
    if (event.button) return;
    this.pointers.set(event.pointerId, [event.clientX, event.clientY]);
    if (this.pointers.size === 1) {
      this.start = [event.clientX, event.clientY];
      this.dragged = false;
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
    if (others.length) {
      const [other] = others;
      this.zoom(apart(other, now) / Math.max(apart(other, last), 1), (other[0] + now[0]) / 2, (other[1] + now[1]) / 2);
      this.pan((now[0] - last[0]) / 2, (now[1] - last[1]) / 2);
    } else if (!this.isWhole) {
      this.pan(now[0] - last[0], now[1] - last[1]);
    }
  }

  #up(event) {
    const isTap = this.pointers.size === 1 && this.pointers.has(event.pointerId) && !this.dragged;
    this.#end(event);
    if (isTap) this.tapped(this.at(event.clientX, event.clientY), event);
  }

  #end(event) {
    this.pointers.delete(event.pointerId);
  }
}

function apart([ax, ay], [bx, by]) {
  return Math.hypot(bx - ax, by - ay);
}
