// The lab with JavaScript: the report fills while games are played, by asking again from time to time; nothing is
// held open. Without it the page is called up again as a whole.

const PAUSE = 700; // milliseconds
const LONGEST = 10_000;

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
  const status = report.querySelector("[role=status]");
  const later = next.querySelector("[role=status]");
  const focused = report.contains(document.activeElement) ? document.activeElement.textContent : "";
  if (status && later) {
    // The line that is read out stays the same element, so that it is read out again only where it says something new.
    if (status.textContent !== later.textContent) status.replaceChildren(...later.childNodes);
    later.replaceWith(status);
  }
  report.replaceChildren(...next.childNodes);
  // What a person is at is not taken away: it may lead elsewhere by now, and says the same.
  const same = [...report.querySelectorAll("a, button")].find((each) => focused && each.textContent === focused);
  same?.focus({ preventScroll: true });
}

if (report?.dataset.underWay === "1") setTimeout(look, PAUSE);
