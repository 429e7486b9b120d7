// Names of one's own: what was typed last for a game is on the shelf, so that nobody types it twice.

import { change, games } from "../shared/saved_games.js";

const form = document.querySelector("[data-own]");
const path = form.dataset.own;
const fields = [...form.querySelectorAll("label > input[name]")];

try {
  // What the address says, or was just typed, counts more than what was kept.
  if (!("typed" in form.dataset)) {
    const kept = games()[path]?.names ?? {};
    for (const field of fields) field.value ||= kept[field.name] ?? "";
  }
  form.addEventListener("submit", () => {
    const names = Object.fromEntries(fields.filter(field => field.value).map(field => [field.name, field.value]));
    change(games()[path]?.address ?? path, { names, title: games()[path]?.title || document.querySelector(".kicker").textContent });
  });
} catch {
  // Storage may be forbidden: then names are typed anew.
}
