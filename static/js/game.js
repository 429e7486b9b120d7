// A game's page with JavaScript: the contents follow along, the link can be copied, the notes' switch is remembered.
// Everything on the page works without it.

import { follow } from "./follow.js";

follow(document.querySelector(".contents"));
offerCopy(document.querySelector(".copy-slot"), document.querySelector(".permalink"));
remember(document.querySelector("#notes"), "carnage.notes");
writeMargin(document.querySelector("form.playtest"));

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

// Beside each rule, quietly: in how many of the games that bots have played it did something, if they have.
async function writeMargin(form) {
  if (!form) return;
  const lab = new URL(form.action);
  lab.pathname += ".margin";
  try {
    const answer = await fetch(lab, { headers: { Accept: "application/json" } });
    if (answer.status !== 200) return;
    const margin = await answer.json();
    for (const [id, share] of Object.entries(margin.rules)) {
      const acts = document.getElementById(id)?.querySelector(".controls .acts");
      if (!acts) continue;
      const link = document.createElement("a");
      link.className = "act came-up";
      link.href = margin.lab;
      link.rel = "nofollow";
      link.textContent = `in ${share} of games`;
      acts.after(link);
    }
  } catch {
    // Out of reach: the margin stays empty.
  }
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
