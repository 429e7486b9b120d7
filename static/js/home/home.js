// The home page: select the book that was last chosen on this device. Everything else works without JavaScript.

import { BASE } from "../shared/base.js";

const KEY = "carnage.book";
const radios = [...document.querySelectorAll(".hero [name=book]")];
const beside = document.querySelector(".own select[name=book]"); // the book for text seeds
const tick = document.querySelector(`.or a[href^='${BASE}/find/']`);

try {
  choose(localStorage.getItem(KEY));
} catch {
  // Storage may be blocked; then the first book stays selected.
}
for (const field of [...radios, beside]) {
  field.addEventListener("change", () => {
    choose(field.value);
    try {
      localStorage.setItem(KEY, field.value);
    } catch {
      // The choice is not remembered.
    }
  });
}

/* Select a book in all forms of this page. The stored code may belong to no book. */
function choose(book) {
  const radio = radios.find(each => each.value === book);
  if (!radio) return;
  radio.checked = true;
  beside.value = book;
  tick.pathname = book === "any" ? `${BASE}/find` : `${BASE}/find/${book}`;
}
