// The course of a game that is over: the chances of a side, and the turning points.

import { element } from "./elements.js";

const TRIES = 12;
const PAUSE_MS = 1500;

/* Return the course of a game from its address, once the site has estimated it; null if it cannot. */
export async function fetchCourse(address) {
  for (let tries = 0; tries < TRIES; tries += 1) {
    try {
      const answer = await fetch(address);
      if (answer.status === 200) return await answer.json();
      if (answer.status !== 202) return null;
    } catch {
      return null;
    }
    await new Promise(done => setTimeout(done, PAUSE_MS));
  }
  return null;
}

/* Return the list of the turning points. `link` returns the address of an event. */
export function turningPoints(course, link) {
  const name = course.you ? "Your" : `${course.side}’s`;
  const items = course.points.map(({ event, round, text, before, after }) => element(
    "li", {}, element("a", { "rel": "nofollow", "href": link(event), "data-event": event }, round ? `${round}: ${text}` : text),
    element("span", { class: "change" }, ` ${name} chance to win went from ${percent(before)} to ${percent(after)}.`)));
  return element("ol", { class: "turning" }, ...items);
}

function percent(share) {
  return `${Math.round(100 * share)}%`;
}
