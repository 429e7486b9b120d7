// The form of custom names: fill it with the names that were last saved for this game on this device.

import { change, games } from "../shared/saved_games.js";

const form = document.querySelector("[data-own]");
const path = form.dataset.own;
const fields = [...form.querySelectorAll("label > input[name]")];

try {
  // Names in the address, or just typed, have priority over saved names.
  if (!("typed" in form.dataset)) {
    const kept = games()[path]?.names ?? {};
    for (const field of fields) field.value ||= kept[field.name] ?? "";
  }
  form.addEventListener("submit", () => {
    const names = Object.fromEntries(fields.filter(field => field.value).map(field => [field.name, field.value]));
    change(games()[path]?.address ?? path, { names, title: games()[path]?.title || document.querySelector(".kicker").textContent });
  });
} catch {
  // Storage may be blocked: then names are not saved.
}
