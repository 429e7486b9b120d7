// A game's page with JavaScript: the contents follow along, the link can be copied, the notes' switch is remembered.
// Everything on the page works without it.

import { follow } from "./follow.js";

follow(document.querySelector(".contents"));
offerCopy(document.querySelector(".copy-slot"), document.querySelector(".permalink"));
remember(document.querySelector("#notes"), "carnage.notes");

function offerCopy(slot, link) {
  if (!slot || !link || !navigator.clipboard) return;
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Copy link";
  button.setAttribute("aria-live", "polite");
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(link.href);
      button.textContent = "Copied";
    } catch {
      button.textContent = "Could not copy";
    }
    setTimeout(() => { button.textContent = "Copy link"; }, 2500);
  });
  slot.append(button);
}

function remember(box, key) {
  if (!box) return;
  try {
    box.checked = localStorage.getItem(key) !== "off";
    box.addEventListener("change", () => localStorage.setItem(key, box.checked ? "on" : "off"));
  } catch {
    // Storage may be forbidden; then the switch works, and is forgotten.
  }
}
