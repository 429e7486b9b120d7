// A dialog with the text of a rule from the rulebook. Links with `data-rule` open it.

const pages = new Map(); // rulebooks by address

/* Show rules in `dialog`. `address` is that of the rulebook, or empty if this page has the rules. */
export function openRules(dialog, address) {
  const text = dialog.querySelector("[data-shown=rule]");
  const whole = dialog.querySelector("[data-whole]");
  document.addEventListener("click", async event => {
    const link = /** @type {HTMLAnchorElement} */ (/** @type {Element} */ (event.target).closest?.("a[data-rule]"));
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const rule = (await rulebook(address))?.getElementById(link.dataset.rule);
    if (!rule) {
      location.assign(link.href);
      return;
    }
    text.replaceChildren(copied(rule, address));
    dialog.setAttribute("aria-label", text.querySelector("h2, h3")?.textContent ?? "A rule");
    if (whole) whole.href = `${address}#${link.dataset.rule}`;
    if (!dialog.open) {
      dialog.showModal();
      history.pushState({ rule: true }, ""); // so that Back only closes the dialog
    }
    dialog.scrollTop = 0;
  });
  dialog.addEventListener("click", event => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener("close", () => {
    if (history.state?.rule) history.back();
  });
  addEventListener("popstate", () => {
    if (!history.state?.rule) dialog.close();
  });
}

async function rulebook(address) {
  if (!address) return document;
  if (!pages.has(address)) {
    const asked = fetch(address).then(answer => answer.ok ? answer.text() : Promise.reject(answer.status));
    pages.set(address, asked.then(html => new DOMParser().parseFromString(html, "text/html")));
  }
  try {
    return await pages.get(address);
  } catch {
    pages.delete(address);
    return null;
  }
}

function copied(rule, address) {
  const copy = document.importNode(rule, true);
  for (const part of copy.querySelectorAll(".perma")) part.remove();
  for (const part of [copy, ...copy.querySelectorAll("[id]")]) part.removeAttribute("id");
  for (const link of copy.querySelectorAll("a[href^='#']")) {
    link.dataset.rule = link.hash.slice(1);
    link.href = address + link.hash;
  }
  return copy;
}
