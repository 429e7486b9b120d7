// The bar to scrub with, and the flags above it.

import { sentence } from "./report.js";

// An event gets the first flag that applies: a new lead implies a score.
const KINDS = [["lead", "score"], ["fall"], ["round"]];

/* Make the field `bar` scrub, and add a mark for each flag to `strip` above it. */
export function scrub(bar, strip, player) {
  bar.max = player.last;
  bar.addEventListener("input", () => player.to(Number(bar.value)));
  for (const cut of player.cuts) {
    const flags = KINDS.map(kinds => kinds.find(kind => cut.flags?.includes(kind))).filter(Boolean);
    for (const [place, flag] of flags.entries()) strip.append(mark(flag, place, cut, player.last));
  }
  strip.addEventListener("click", event => {
    const box = strip.getBoundingClientRect();
    const n = Math.round(((event.clientX - box.left) / box.width) * player.last);
    const flagged = player.cuts.filter(cut => cut.flags?.length);
    player.to(flagged.reduce((best, cut) => Math.abs(cut.n - n) < Math.abs(best - n) ? cut.n : best, n + player.last));
  });
  return n => {
    bar.value = n;
    bar.setAttribute("aria-valuetext", `${n} of ${player.last}. ${sentence(player.cuts[n])}`);
  };
}

function mark(flag, place, cut, last) {
  const span = document.createElement("span");
  span.className = `flag ${flag}`;
  span.title = `${cut.n}: ${sentence(cut)}`;
  span.style.left = `calc(${(100 * cut.n) / Math.max(last, 1)}% + ${place * 0.65}rem)`;
  return span;
}
