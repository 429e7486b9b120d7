// Mark the entry of the visible section in a table of contents. Return a function that stops doing so.

export function follow(contents) {
  if (!contents || !("IntersectionObserver" in window)) return () => {};
  const links = new Map();
  for (const link of contents.querySelectorAll('a[href^="#"]')) {
    const target = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    if (target) links.set(target, link);
  }
  const seen = new Set();
  let current = null;

  const observer = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      if (entry.isIntersecting) seen.add(entry.target);
      else seen.delete(entry.target);
    }
    // The last visible section: a rule instead of the chapter around it.
    const order = [...links.keys()].filter((target) => seen.has(target));
    const next = links.get(order.at(-1));
    if (!next || next === current) return;
    current?.removeAttribute("aria-current");
    next.setAttribute("aria-current", "location");
    current = next;
    // Scroll the contents only if they are a separate column and the pointer is not over them.
    if (getComputedStyle(contents).position === "sticky" && !contents.matches(":hover")) {
      const box = contents.getBoundingClientRect();
      const place = next.getBoundingClientRect();
      if (place.top < box.top || place.bottom > box.bottom) contents.scrollTop += place.top - box.top - box.height / 2;
    }
  }, { rootMargin: "-12% 0px -80% 0px" });
  for (const target of links.keys()) observer.observe(target);
  return () => observer.disconnect();
}
