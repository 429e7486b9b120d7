// The pages of the lab: poll the report while games are played, and update it in place. No connection is held open.
// Without JavaScript the whole page reloads.

const PAUSE = 700; // milliseconds
const LONGEST = 10_000;
const LISTS = "ul, ol, li, div, section, details"; // elements that are updated part by part
const SPOKEN = "[role=status]";

const report = document.querySelector("#report");
let pause = PAUSE;

async function look() {
  try {
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
    if (!answer.ok) throw new Error(String(answer.status));
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    show(page.querySelector("#report"));
    pause = PAUSE;
  } catch {
    pause = Math.min(LONGEST, 2 * pause); // server busy or no network: keep the present report
  }
  if (report.dataset.underWay === "1") setTimeout(look, pause);
}

function show(next) {
  report.dataset.underWay = next.dataset.underWay;
  const focused = report.contains(document.activeElement) ? document.activeElement.textContent : "";
  // Keep open details open.
  for (const fold of next.querySelectorAll("details[id]")) {
    if (document.getElementById(fold.id)?.open) fold.open = true;
  }
  renew(report, next);
  // Move the focus to the new element with the same text; its address may have changed.
  if (!focused || report.contains(document.activeElement)) return;
  const same = [...report.querySelectorAll("a, button, summary")].find((each) => focused === each.textContent);
  same?.focus({ preventScroll: true });
}

/* Insert new elements and remove old ones. Unchanged elements are not touched, so that a click in progress still reaches
   them. */
function renew(old, next) {
  const before = [...old.children];
  let at = 0;
  for (const part of [...next.children]) {
    const found = before.findIndex((there, n) => n >= at && alike(there, part));
    if (found < 0) {
      old.insertBefore(part, before[at] ?? null);
      continue;
    }
    for (const gone of before.slice(at, found)) gone.remove();
    at = found + 1;
    const there = before[found];
    if (there.isEqualNode(part)) continue;
    // Keep the element of the status line, so that screen readers announce it only if its text changes.
    if (!there.matches(SPOKEN)) renew(there, part);
    else if (there.textContent !== part.textContent) there.replaceChildren(...part.childNodes);
  }
  for (const gone of before.slice(at)) gone.remove();
}

/* Return true if two elements are equal, or may differ only in their children. */
function alike(one, other) {
  if (one.isEqualNode(other) || (one.matches(SPOKEN) && other.matches(SPOKEN))) return true;
  const both = one.nodeName === other.nodeName && one.className === other.className;
  // Entries of a list correspond if they link to the same address.
  const same = one.nodeName !== "LI" || one.querySelector("a")?.href === other.querySelector("a")?.href;
  return both && same && one.matches(LISTS) && !says(one) && !says(other);
}

/* Return true if an element has text outside its child elements. */
function says(element) {
  return [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
}

if (report?.dataset.underWay === "1") setTimeout(look, PAUSE);
