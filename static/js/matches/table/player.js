// Playback of a reel at a speed.

import { rollTime } from "./tray.js";

const REST = 420; // minimum milliseconds of a step
const LETTER = 16; // milliseconds for each letter of its text
const LONGEST = 2600;
const GLIDE = 520; // maximum milliseconds of an animation

/* Return true if a step has no text. It is skipped, and its changes are shown with the next step. */
export function isEmpty(cut) {
  return !cut.lines?.length && !cut.flags?.length && !cut.marks;
}

/* Return the milliseconds of a cut at normal speed. */
function stay(cut) {
  const letters = (cut.lines ?? []).join(" ").length;
  return Math.min(REST + LETTER * letters, LONGEST);
}

/* Return the milliseconds of all cuts at normal speed, without rolls of dice. */
export function duration(cuts) {
  return cuts.reduce((sum, cut) => sum + (isEmpty(cut) ? 0 : stay(cut)), 0);
}

export class Player {
  /* `show` is called with a cut and the milliseconds of its animation, `changed` when playback starts and
     stops. */
  constructor(cuts, at, show, changed) {
    this.cuts = cuts;
    this.at = at;
    this.show = show;
    this.changed = changed;
    this.speed = 1;
    this.playing = false;
    this.rollsDice = false; // before the results of cuts with dice
    this.still = matchMedia("(prefers-reduced-motion: reduce)");
  }

  get last() {
    return this.cuts.length - 1;
  }

  /* Go to a cut, at once or animated. */
  to(n, glides = false) {
    const there = Math.min(Math.max(n, 0), this.last);
    if (there !== this.at) {
      this.at = there;
      this.show(there, glides ? this.#glide() : 0);
    }
    if (this.playing) this.#wait();
  }

  toggle() {
    this.playing ? this.pause() : this.play();
  }

  play() {
    if (this.at === this.last) this.to(0);
    this.playing = true;
    this.changed();
    this.#wait(REST);
  }

  pause() {
    clearTimeout(this.timer);
    this.playing = false;
    this.changed();
  }

  #glide() {
    return this.still.matches ? 0 : GLIDE / Math.max(this.speed, 1);
  }

  #wait(ms) {
    clearTimeout(this.timer);
    if (this.at === this.last) {
      this.pause();
      return;
    }
    const cut = this.cuts[this.at];
    const stays = ms ?? stay(cut);
    const rolls = this.still.matches || !this.rollsDice ? 0 : rollTime(cut, this.speed);
    const next = this.cuts.find(each => each.n > this.at && !isEmpty(each))?.n ?? this.last;
    this.timer = setTimeout(() => this.to(next, true), rolls + stays / this.speed);
  }
}
