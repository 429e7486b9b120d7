// The bar to scrub with, and the flags above it.

import { sentence } from "./cut_text.js";
import { drawn, element } from "./elements.js";

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

/* Mark the cuts in which a piece changed on `strip`, in place of the marks of another piece; no id removes them. */
export function markPiece(strip, cuts, id) {
  for (const old of strip.querySelectorAll(".followed")) old.remove();
  if (!id) return;
  const last = Math.max(cuts.length - 1, 1);
  for (const cut of cuts.slice(1)) {
    if (!cut.drawn?.[id]) continue;
    const flag = element("i", { class: "flag followed", title: `${cut.n}: ${sentence(cut)}` });
    flag.style.left = `${(100 * cut.n) / last}%`;
    strip.append(flag);
  }
}

/* Add a numbered mark for each turning point to `strip`. */
export function markTurns(strip, points, last) {
  for (const [n, { event, text }] of points.entries()) {
    const flag = element("b", { class: "flag turning-point", title: `${event}: ${text}` }, String(n + 1));
    flag.style.left = `${(100 * event) / Math.max(last, 1)}%`;
    strip.append(flag);
  }
}

/* Draw the chances of a side over the bar: the full height of `picture` is a certain win. */
export function drawCurve(picture, curve, last) {
  const points = curve.map(({ event, won }) => `${(100 * event) / Math.max(last, 1)},${20 - 20 * won}`);
  picture.append(
    drawn("path", { "class": "even", "d": "M0 10H100", "vector-effect": "non-scaling-stroke" }),
    drawn("polyline", { "points": points.join(" "), "vector-effect": "non-scaling-stroke" }),
  );
}

function mark(flag, place, cut, last) {
  const span = document.createElement("span");
  span.className = `flag ${flag}`;
  span.title = `${cut.n}: ${sentence(cut)}`;
  span.style.left = `calc(${(100 * cut.n) / Math.max(last, 1)}% + ${place * 0.65}rem)`;
  return span;
}
