// Show the example of play on the page of a rulebook once its place comes near the screen. A worker may still be
// playing it: the server then answers 202 with the seconds after which to ask again.

const TRIES = 15; // requests until the link stays
const NEAR = "400px"; // the distance from the screen

/* Replace the paragraph with the link to an example of play by the example when a reader comes near it. */
export function showExample(paragraph) {
  if (!paragraph || !("IntersectionObserver" in window)) return;
  const observer = new IntersectionObserver(entries => {
    if (!entries.some(entry => entry.isIntersecting)) return;
    observer.disconnect();
    load(paragraph, TRIES);
  }, { rootMargin: `${NEAR} 0px` });
  observer.observe(paragraph);
}

async function load(paragraph, tries) {
  try {
    const answer = await fetch(paragraph.querySelector("a").href);
    if (!paragraph.isConnected) return;
    if (answer.status === 202 && tries > 1) {
      setTimeout(() => load(paragraph, tries - 1), 1000 * (Number(answer.headers.get("Retry-After")) || 2));
      return;
    }
    if (answer.status !== 200) return;
    const example = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("#example");
    if (!example) return;
    for (const link of example.querySelectorAll("a")) {
      // Rules are on this page: the link does not load it again.
      if (link.hash && document.getElementById(link.hash.slice(1))) link.setAttribute("href", link.hash);
    }
    paragraph.replaceWith(...example.childNodes);
  } catch {
    // No network: the link stays.
  }
}
