// The lab with JavaScript: the report fills while games are played, by asking again from time to time; nothing is
// held open. Without it the page is called up again as a whole.

const PAUSE = 700; // milliseconds
const LONGEST = 10_000;
const LISTS = "ul, ol, li, div, section, details"; // what may have parts; all else is one
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
    pause = Math.min(LONGEST, 2 * pause); // busy, or out of reach: what there is stays
  }
  if (report.dataset.underWay === "1") setTimeout(look, pause);
}

function show(next) {
  report.dataset.underWay = next.dataset.underWay;
  const focused = report.contains(document.activeElement) ? document.activeElement.textContent : "";
  // What somebody has unfolded stays so.
  for (const fold of next.querySelectorAll("details[id]")) {
    if (document.getElementById(fold.id)?.open) fold.open = true;
  }
  renew(report, next);
  // What a person is at is not taken away: it may lead elsewhere by now, and says the same.
  if (!focused || report.contains(document.activeElement)) return;
  const same = [...report.querySelectorAll("a, button, summary")].find((each) => focused === each.textContent);
  same?.focus({ preventScroll: true });
}

/* Put in what is new, and take out what is no more. What stays as it was is left alone, so that a tap that has begun
   still meets it. */
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
    // The line that is read out stays the same element, so that it is read out again only where it says something new.
    if (!there.matches(SPOKEN)) renew(there, part);
    else if (there.textContent !== part.textContent) there.replaceChildren(...part.childNodes);
  }
  for (const gone of before.slice(at)) gone.remove();
}

/* Whether this is the same as that, or only what is in it may have changed. */
function alike(one, other) {
  if (one.isEqualNode(other) || (one.matches(SPOKEN) && other.matches(SPOKEN))) return true;
  const both = one.nodeName === other.nodeName && one.className === other.className;
  // An entry stays that of the game, or of whatever it leads to.
  const same = one.nodeName !== "LI" || one.querySelector("a")?.href === other.querySelector("a")?.href;
  return both && same && one.matches(LISTS) && !says(one) && !says(other);
}

/* Whether this has words of its own, beside those of its parts. */
function says(element) {
  return [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
}

if (report?.dataset.underWay === "1") setTimeout(look, PAUSE);
