// The page of saved games: list, rate and annotate them, export them to a file and import them.

import { BASE } from "../shared/base.js";
import { LIMITS, Refusal, change, games, isOwn, remove, takeIn, written } from "../shared/saved_games.js";

const page = document.querySelector("[data-shelf]");
const pattern = document.querySelector("#shelved");
const told = page.querySelector("[data-told]");
const words = page.querySelector("[data-words]").dataset;
const titles = Object.fromEntries([...page.querySelectorAll("[data-book]")].map(each => [each.dataset.book, each.textContent]));
let last = null; // the game that was removed last

show();
page.addEventListener("click", event => {
  const button = event.target.closest?.("button");
  if (!button) return;
  if ("handOut" in button.dataset) handOut();
  else if ("remove" in button.dataset) takeOff(button.closest("[data-at]").dataset.at);
  else if ("putBack" in button.dataset) putBack();
});
page.addEventListener("change", event => {
  const field = event.target;
  const at = field.closest("[data-at]")?.dataset.at;
  if (field.type === "file") handIn(field);
  else if (field.name === "rating") note(at, { rating: Number(field.value) });
  else if (field.name === "kept") {
    note(at, { kept: field.checked });
    show();
    page.querySelector(`[data-at="${CSS.escape(at)}"] [name=kept]`)?.focus();
  }
});
// Save notes on every keystroke, so that nothing is lost if the page is closed.
page.addEventListener("input", event => {
  const field = event.target;
  if (field.name === "notes") note(field.closest("[data-at]").dataset.at, { notes: field.value });
});
addEventListener("storage", event => {
  // Do not replace a text field while somebody types in it.
  if (!page.contains(document.activeElement) || document.activeElement.tagName !== "TEXTAREA") show();
});

function show() {
  let all;
  try {
    all = Object.entries(games());
  } catch {
    say(words.not);
    return;
  }
  all.sort(([, one], [, other]) => other.rating - one.rating || (one.seen < other.seen ? 1 : -1));
  for (const [name, wanted] of [["own", true], ["seen", false]]) {
    const list = page.querySelector(`[data-list=${name}]`);
    list.replaceChildren(...all.filter(([, game]) => isOwn(game) === wanted).map(([path, game]) => row(path, game)));
    list.parentElement.hidden = name === "seen" && !list.childElementCount;
    const none = list.parentElement.querySelector("[data-none]");
    if (none) none.hidden = list.childElementCount > 0;
  }
  page.querySelector("[data-hand-out]").disabled = !all.length;
}

function row(path, game) {
  const made = pattern.content.firstElementChild.cloneNode(true);
  const [, book, digits] = path.split("/");
  const query = game.address.slice(path.length);
  made.dataset.at = path;
  for (const link of made.querySelectorAll("a")) link.href = `${BASE}${link.dataset.before ?? ""}${path}${query}`;
  made.querySelector("[data-title]").textContent = game.title || path;
  made.querySelector("[data-of]").textContent = `${titles[book] ?? book} ${digits}`;
  made.querySelector("[name=kept]").checked = game.kept;
  made.querySelector("[name=rating]").value = String(game.rating);
  made.querySelector("[name=notes]").value = game.notes;
  for (const field of made.querySelectorAll("[name], button")) field.setAttribute("aria-label", `${field.dataset.label}: ${game.title || path}`);
  return made;
}

function takeOff(path) {
  last = games()[path] ?? null;
  attempt(() => remove(path));
  show();
  say(words.removed);
  page.querySelector("[data-put-back]").hidden = !last;
  page.querySelector("[data-put-back]").focus();
}

function putBack() {
  if (last) attempt(() => change(last.address, last));
  last = null;
  page.querySelector("[data-put-back]").hidden = true;
  show();
  say(words.back);
}

function handOut() {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([written()], { type: "application/json" }));
  link.download = "carnage-shelf.json";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

async function handIn(field) {
  const [file] = field.files;
  if (!file) return;
  try {
    if (file.size > LIMITS.file) throw new Refusal("long");
    const { count, unread } = takeIn(await file.text());
    say(`${words.taken.replace("{n}", count)}${unread ? ` ${words.unread.replace("{n}", unread)}` : ""}`);
  } catch (error) {
    say(error instanceof Refusal ? words[error.message] : words.not, true);
  }
  field.value = "";
  show();
}

function note(path, fields) {
  if (attempt(() => change(games()[path]?.address ?? path, { ...fields, changed: new Date().toISOString() }))) say(words.noted);
}

function attempt(does) {
  try {
    does();
    return true;
  } catch {
    say(words.not, true);
    return false;
  }
}

function say(text, wrong = false) {
  told.textContent = text;
  told.classList.toggle("wrong", wrong);
}
