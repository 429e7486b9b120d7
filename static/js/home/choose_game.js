// The form that chooses a game to play: show a link to the game in progress on this device, and select the book that was
// last chosen on the home page.

import { going } from "../shared/resume.js";

const line = document.querySelector("[data-going]");
const game = line && going();
if (game) {
  const link = line.querySelector("a");
  link.href = game.address;
  link.textContent = game.name;
  line.hidden = false;
}

const field = document.querySelector("form.own select[name=book]");
if (field && !new URLSearchParams(location.search).has("book")) {
  try {
    const book = localStorage.getItem("carnage.book"); // of the home page
    if ([...field.options].some(option => option.value === book)) field.value = book;
  } catch {
    // Storage may be blocked; then the first book stays selected.
  }
}
