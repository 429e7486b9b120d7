// The page of a game: edit dice in place, mark the visible section in the contents, copy the link, save the game, and
// remember the switch of notes. Everything else on the page works without JavaScript.

import { follow } from "./contents_highlight.js";
import { showExample } from "./example.js";
import { change, games, placed, see } from "../shared/saved_games.js";
import { openTray } from "./dice_editor.js";

let unfollow = () => {};
const sent = location.hash === "#sent" ? location.pathname : ""; // the path of the game of a shared link

remember(document.querySelector("#notes"), "carnage.notes");
document.addEventListener("click", event => {
  const button = event.target.closest?.("button.copy");
  if (button) copy(button);
  const keeps = event.target.closest?.("button.keep");
  if (keeps) keep(keeps);
});
begin();
openTray(begin);

/* Set up the page again after it shows another game. */
function begin() {
  unfollow();
  unfollow = follow(document.querySelector(".contents"));
  showExample(document.querySelector(".see-example"));
  writeMargin(document.querySelector("form.playtest"));
  // Make wide tables scrollable by keyboard.
  for (const table of document.querySelectorAll(".rulebook table")) if (table.scrollWidth > table.clientWidth) table.tabIndex = 0;
  if (navigator.share) document.querySelector("button.copy").textContent = "Share link";
  document.querySelector(".sent").classList.toggle("here", new URL(here()).pathname === sent);
  shelve();
}

/* Return the address of the shown game, as it is shared. */
function here() {
  return document.querySelector(".permalink").href;
}

/* Record the view of the game, and show on the button if the game is saved. */
function shelve() {
  const button = document.querySelector("button.keep");
  try {
    see(here(), document.querySelector("h1").textContent);
    say(button, games()[placed(here()).split("?")[0]]?.kept === true);
  } catch {
    // Storage may be blocked; then the button says so when it is pressed.
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
    await navigator.share({ title: document.title, url: href }).catch(() => {}); // a cancelled share is no error
    return;
  }
  try {
    await navigator.clipboard.writeText(href);
    button.dataset.else ??= button.textContent;
    button.textContent = "Copied";
  } catch {
    button.dataset.else ??= button.textContent;
    button.textContent = "Copying failed. Press Ctrl+C.";
    getSelection().selectAllChildren(button.parentElement.querySelector(".permalink"));
  }
  setTimeout(() => { button.textContent = button.dataset.else; }, 2500);
}

// Show beside each rule the share of playtest games in which it had an effect, if there is a playtest.
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
    // No network: the margin stays empty.
  }
}

function remember(box, key) {
  if (!box) return;
  try {
    box.checked = localStorage.getItem(key) !== "off";
    box.addEventListener("change", () => localStorage.setItem(key, box.checked ? "on" : "off"));
  } catch {
    // Storage may be blocked; then the switch is not remembered.
  }
}
