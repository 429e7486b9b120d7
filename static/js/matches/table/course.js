// The end of a game: the links to further games, its turning points, and the button that shares its replay.

import { element, goingLink } from "./elements.js";
import { takeBacks } from "./settings.js";

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

/* Return the elements below the turning points of a game that is over. */
export function endLinks({ watch, report, again = [] }) {
  const undone = takeBacks(0);
  const items = again.map(link => element("li", {}, goingLink(link, null, { "data-goes": link.url.includes("/play/") })));
  return [
    ...(undone ? [element("p", { class: "undone" }, `You took back ${undone === 1 ? "one answer" : `${undone} answers`}.`)] : []),
    element("ul", { class: "again" }, ...items, element("li", {}, shareButton(watch.url))),
    element("p", { class: "nexts" }, goingLink(watch, "button", { "data-goes": null }), " ", goingLink(report, null, { "data-goes": null })),
  ];
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
function shareButton(address) {
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

/* Fill `home` with the turning points of a game that is over, and put the further links behind it. */
export async function tellCourse(state, home) {
  home.replaceChildren(element("p", { class: "waits" }, "Looking for the turning points…"));
  home.after(...endLinks(state));
  const found = await fetchCourse(state.course.url);
  home.replaceChildren();
  if (!found?.points.length) return;
  const link = event => {
    const url = new URL(state.watch.url, location.href);
    url.searchParams.set("at", event);
    return url.href;
  };
  home.append(element("h3", {}, "Turning points"), turningPoints({ ...found, you: state.you.length === 1 }, link));
}
