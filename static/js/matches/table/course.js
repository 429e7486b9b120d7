// The end of a game: its turning points, and the button that shares its replay.

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

/* Return a button that shares the address of the replay, or copies it. */
export function shareButton(address) {
  const button = element("button", { type: "button" }, "Share the replay");
  button.addEventListener("click", async () => {
    const url = new URL(address, location.href).href;
    try {
      if (navigator.share) await navigator.share({ title: document.title, url });
      else {
        await navigator.clipboard.writeText(url);
        button.textContent = "Link copied";
      }
    } catch {
      // A cancelled share is no error.
    }
  });
  return button;
}

function percent(share) {
  return `${Math.round(100 * share)}%`;
}
