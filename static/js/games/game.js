// A game's page with JavaScript: its dice change it where one reads, the contents follow along, the link can be copied,
// the notes' switch is remembered. Everything on the page works without it.

import { follow } from "./contents_highlight.js";
import { change, games, placed, see } from "../shared/saved_games.js";
import { openTray } from "./dice_editor.js";

let unfollow = () => {};
const sent = location.hash === "#sent" ? location.pathname : ""; // the game that somebody was sent

remember(document.querySelector("#notes"), "carnage.notes");
document.addEventListener("click", event => {
  const button = event.target.closest?.("button.copy");
  if (button) copy(button);
  const keeps = event.target.closest?.("button.keep");
  if (keeps) keep(keeps);
});
begin();
openTray(begin);

/* Whatever has to be done again where the page shows another game. */
function begin() {
  unfollow();
  unfollow = follow(document.querySelector(".contents"));
  writeMargin(document.querySelector("form.playtest"));
  // What is wider than the screen can be scrolled by the keyboard, too.
  for (const table of document.querySelectorAll(".rulebook table")) if (table.scrollWidth > table.clientWidth) table.tabIndex = 0;
  if (navigator.share) document.querySelector("button.copy").textContent = "Send to a friend";
  document.querySelector(".sent").classList.toggle("here", new URL(here()).pathname === sent);
  shelve();
}

/* The game that is shown: its address, as it is sent. */
function here() {
  return document.querySelector(".permalink").href;
}

/* It has been looked at; whether it is kept the button says. */
function shelve() {
  const button = document.querySelector("button.keep");
  try {
    see(here(), document.querySelector("h1").textContent);
    say(button, games()[placed(here()).split("?")[0]]?.kept === true);
  } catch {
    // Storage may be forbidden; then whoever tries to keep a game is told so.
  }
}

function keep(button) {
  try {
    const wanted = button.getAttribute("aria-pressed") !== "true";
    const title = document.querySelector("h1").textContent;
    say(button, change(here(), { kept: wanted, title, changed: new Date().toISOString() }).kept);
  } catch {
    button.textContent = button.dataset.not;
  }
}

function say(button, kept) {
  button.dataset.else ??= button.textContent;
  button.setAttribute("aria-pressed", String(kept));
  button.textContent = kept ? button.dataset.kept : button.dataset.else;
}

async function copy(button) {
  const { href } = button.parentElement.querySelector(".permalink");
  if (navigator.share) {
    await navigator.share({ title: document.title, url: href }).catch(() => {}); // whoever thinks better of it need not be told
    return;
  }
  try {
    await navigator.clipboard.writeText(href);
    button.dataset.else ??= button.textContent;
    button.textContent = "Copied";
  } catch {
    button.dataset.else ??= button.textContent;
    button.textContent = "Copy it by hand";
    getSelection().selectAllChildren(button.parentElement.querySelector(".permalink"));
  }
  setTimeout(() => { button.textContent = button.dataset.else; }, 2500);
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
    if (!form.isConnected) return;
    for (const [id, share] of Object.entries(margin.rules)) {
      const rule = document.getElementById(id);
      if (!rule?.matches(".rule")) continue;
      const link = document.createElement("a");
      link.className = "came-up";
      link.href = margin.lab;
      link.rel = "nofollow";
      link.textContent = `in ${share} of games`;
      rule.append(link);
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
