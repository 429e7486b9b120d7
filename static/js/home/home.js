// The home page with JavaScript: the book that was chosen last on this device is chosen again. All else works without.

import { BASE } from "../shared/base.js";

const KEY = "carnage.book";
const radios = [...document.querySelectorAll(".hero [name=book]")];
const beside = document.querySelector(".own select[name=book]"); // for words
const tick = document.querySelector(`.or a[href^='${BASE}/find/']`);

try {
  choose(localStorage.getItem(KEY));
} catch {
  // Storage may be forbidden; then the first book is chosen, as without script.
}
for (const field of [...radios, beside]) {
  field.addEventListener("change", () => {
    choose(field.value);
    try {
      localStorage.setItem(KEY, field.value);
    } catch {
      // It is chosen, and forgotten.
    }
  });
}

/* Choose a book wherever this page asks for one; what was kept may be the name of none. */
function choose(book) {
  const radio = radios.find(each => each.value === book);
  if (!radio) return;
  radio.checked = true;
  beside.value = book;
  tick.pathname = book === "any" ? `${BASE}/find` : `${BASE}/find/${book}`;
}
