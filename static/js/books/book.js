// The page of a book: show the chosen options in the index, put them into the address, and count them.

import { BASE } from "../shared/base.js";

const form = document.querySelector("#picking");
const told = form.querySelector(".tray-told");
const make = form.querySelector(".make");
const plain = { told: told.textContent, make: make.textContent };

form.addEventListener("change", show);
addEventListener("pageshow", show); // browsers may restore choices on going back
show();

function show() {
  const address = new URL(`${BASE}/${form.elements.book.value}/`, location.href);
  let count = 0;
  for (const entry of document.querySelectorAll(".by-hand-seed .entry")) {
    const id = entry.hash.slice(1);
    const radio = form.querySelector(`#${CSS.escape(id)} input:checked`);
    const box = entry.querySelector(".box");
    box.dataset.number ??= box.textContent;
    box.textContent = radio?.value || box.dataset.number;
    entry.classList.toggle("picked", Boolean(radio?.value));
    if (radio?.value) {
      address.searchParams.set(radio.name, radio.value);
      count += 1;
    }
  }
  const all = Number(told.dataset.all);
  told.textContent = count === all ? "All tables chosen." : count ? `${count} of ${all} chosen. The rest will be rolled.` : plain.told;
  make.textContent = count === all ? "Open this game" : plain.make;
  address.hash = location.hash;
  if (address.href !== location.href) history.replaceState(history.state, "", address);
}
