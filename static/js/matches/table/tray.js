// The dice of an event: they roll in a tray above the question, and the result is shown when they are at rest.

import { element } from "./elements.js";

const ROLL = 700; // milliseconds of a roll at normal speed
const AT_REST = 300; // milliseconds between the end of a roll and the result

/* Return the milliseconds from the start of a roll to its result. */
export function rollTime(cut, speed = 1) {
  return cut.dice?.length ? (ROLL + AT_REST) / Math.max(speed, 1) : 0;
}

export class Tray {
  constructor(home) {
    this.home = home;
    this.timers = [];
  }

  /* Roll the dice of a cut below the text that announces them, and call `shows` when they are at rest. */
  roll(cut, speed, shows) {
    this.clear();
    const dice = cut.dice.map(() => element("b", { class: "rolling" }, "?"));
    this.home.replaceChildren(cut.roll ?? "", ...dice);
    this.home.hidden = false;
    this.timers.push(setTimeout(() => {
      for (const [n, die] of dice.entries()) {
        die.classList.remove("rolling");
        die.textContent = String(cut.dice[n]);
      }
    }, ROLL / Math.max(speed, 1)));
    this.timers.push(setTimeout(() => {
      this.home.replaceChildren(...dice); // the result repeats the text
      shows();
    }, rollTime(cut, speed)));
  }

  /* End the roll without its result, and hide the dice. */
  clear() {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers = [];
    this.home.hidden = true;
    this.home.replaceChildren();
  }
}
