// The tray over a game's page: a die shows its rule, is rolled, locked or given another answer, and the page changes
// where it stands. All words come from the tray's own page, which does the same without script.

const CARRIED = ["keep", "name", "own", "wish"]; // of an address, what is the game's page's own
const WAY = ["was", "called", "undone"]; // of an address, the games that one came by, and those that were undone
const ROOM = 12; // pixels under what is brought into sight

/* Let the dice change this page; `begin` is called whenever it shows another game. */
export function openTray(begin) {
  const aside = document.querySelector(".tray");
  if (!aside) return;
  const sheet = document.createElement("div");
  sheet.className = "tray-sheet";
  sheet.hidden = true;
  aside.prepend(sheet);
  let asked = 0; // addresses, so that an answer that comes late is not shown
  let from = ".tray-dice"; // where the sheet was opened from
  let die = ""; // that it is open at
  let all = null; // where it shows all dice, what stands over them; each opens where it lies
  takeWay();
  let shown = location.pathname; // the game that the page shows
  let sought = location.search; // what is locked and wished for there

  document.addEventListener("click", event => {
    if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const link = event.target.closest?.("a[data-die], a[data-goes], a[data-roll], a[data-locks], a[data-wish], a[data-rule], a.lock-here, a.tray-now");
    if (!link) return;
    if (link.matches(".tray-now")) {
      event.preventDefault();
      close(false);
      scrollTo({ top: 0 });
      document.querySelector("#main").focus({ preventScroll: true });
      return;
    }
    if ("rule" in link.dataset) {
      if (matchMedia("(max-width: 45.99rem)").matches) close(false); // it would cover the rule
      return;
    }
    event.preventDefault();
    const address = new URL(link.href);
    if ("roll" in link.dataset) roll(address);
    else if ("locks" in link.dataset || "wish" in link.dataset) lock(gameOf(address));
    else if (link.matches(".lock-here")) lock(toggled(address.searchParams.get("lock")));
    else if ("goes" in link.dataset) go(address);
    else open(link);
  });
  document.addEventListener("keydown", event => {
    if (event.key === "Escape" && !sheet.hidden) close(true);
  });
  addEventListener("popstate", () => {
    // Back to a rule of the same game is the browser's to show.
    if (location.pathname !== shown) show(new URL(location.href), history.state?.tray ?? {});
    else if (location.search !== sought) relayed(new URL(location.href));
  });

  // Whoever loads the page again is where he was.
  if (history.state?.tray?.was || history.state?.tray?.undone) lay(trayOf(new URL(location.href), history.state.tray)).then(tray => tray && mark(tray));

  /* What an address says of the games that one came by, as it does without script, is for the history to keep. */
  function takeWay() {
    const here = new URL(location.href);
    if (!here.searchParams.get("was") && !here.searchParams.get("undone")) return;
    const plain = gameOf(here);
    plain.hash = here.hash;
    history.replaceState({ tray: wayOf(here) }, "", plain);
  }

  /* The address of the tray for a game's address, with the way that was come by. */
  function trayOf(address, way, at = die || "all") {
    return asking(address, [["die", at], ...Object.entries(way), ...carried(address)]);
  }

  /* The address of the game that an address of the tray is about. */
  function gameOf(tray) {
    return asking(tray, carried(tray));
  }

  function wayOf(tray) {
    return Object.fromEntries(WAY.map(name => [name, tray.searchParams.get(name) ?? ""]));
  }

  /* Open the sheet at a die, or at all of them; the die again closes it. */
  async function open(link) {
    const within = sheet.contains(link);
    const again = !sheet.hidden && die === link.dataset.die;
    if (again && !within) return close(true);
    if (!within) from = placeOf(link);
    if (!within) all = null;
    die = again && all ? "all" : link.dataset.die;
    const { top } = link.getBoundingClientRect();
    if (!await lay(trayOf(new URL(location.href), history.state?.tray ?? {}))) return;
    sheet.querySelector(die === "all" ? "#all-title" : "#die-title")?.focus({ preventScroll: true });
    if (within && all) unfold(link.dataset.die, top);
    else sheet.scrollTop = 0;
  }

  /* The die that was tapped among all of them stays where it was, as long as what can be done with it is in sight. */
  function unfold(tapped, top) {
    const link = sheet.querySelector(`.named[data-die="${tapped}"]`);
    sheet.scrollBy({ top: link.getBoundingClientRect().top - top, behavior: "instant" });
    if (!sheet.querySelector(".opened")) return link.focus({ preventScroll: true });
    showActs(matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth");
  }

  /* What can be done with the die that is open among all of them is not under the bar, as far as there is room. */
  function showActs(behavior) {
    const acts = sheet.querySelector(".opened .die-acts");
    if (!acts) return;
    const top = sheet.querySelector(".tray-head").getBoundingClientRect().bottom;
    const shown = sheet.querySelector("li:has(+ .opened)").getBoundingClientRect();
    const under = acts.getBoundingClientRect().bottom - sheet.getBoundingClientRect().bottom;
    const below = Math.min(under + ROOM, shown.top - top);
    if (below > 0) sheet.scrollBy({ top: below, behavior });
  }

  function close(back) {
    sheet.hidden = true;
    die = "";
    all = null;
    if (back) (document.querySelector(from) ?? document.querySelector(".tray-dice"))?.focus({ preventScroll: true });
  }

  /* Show a page of the tray in the sheet, its bar in place of this one. */
  async function lay(address, page = null) {
    const mine = ++asked;
    const tray = page ?? await fetched(address);
    if (mine !== asked) return null;
    if (!tray) {
      location.assign(address);
      return null;
    }
    dress(tray);
    return tray;
  }

  function dress(tray) {
    const focused = where(document.activeElement);
    const bar = aside.querySelector(".tray-bar");
    const told = bar.querySelector(".tray-told");
    const next = document.importNode(tray.querySelector(".tray-bar"), true);
    const said = next.querySelector(".tray-told");
    // The line that is read out stays the same element, so that it is read out where it changes.
    told.textContent = said.textContent;
    said.replaceWith(told);
    bar.replaceWith(next);
    if (die) {
      const panel = piece(tray, "panel");
      if (die === "all") all = panel;
      const shown = all ? [all.cloneNode(true), dice(tray, panel), piece(tray, "unlock")] : [panel];
      const beside = shown[0].querySelector(".die-beside"); // the way to other dice is not between a die and its roll
      sheet.replaceChildren(...[beside, head(shown[0]), ...shown, piece(tray, "changed"), piece(tray, "trail")].filter(Boolean));
      sheet.hidden = false;
    }
    // Whoever is at a button of the tray stays at it.
    focused.map(each => aside.querySelector(each)).find(Boolean)?.focus({ preventScroll: true });
  }

  /* All dice, with what one of them is about under it, if one is open. */
  function dice(tray, panel) {
    const seed = document.importNode(tray.querySelector(".seed"), true);
    if (die !== "all") {
      const opened = document.createElement("li");
      opened.className = "opened";
      opened.append(panel);
      seed.querySelector(`[data-die="${die}"]`).closest("li").after(opened);
    }
    return seed;
  }

  /* What stays in sight over all that is scrolled: what is shown, and the way out. */
  function head(panel) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "tray-close";
    button.setAttribute("aria-label", "Close");
    button.textContent = "×";
    button.addEventListener("click", () => close(true));
    const row = document.createElement("div");
    row.className = "tray-head";
    row.append(button, panel.querySelector("h2")); // by keyboard what is shown comes after the way out
    return row;
  }

  /* What to look for, the first of it that is there, to be where an element of the tray was. */
  function where(element) {
    if (!element || !aside.contains(element)) return [];
    if (element.matches(".tray-undo")) return [".tray-undo", ".tray-redo"];
    if (element.matches(".tray-redo")) return [".tray-redo", ".tray-undo"];
    if (element.matches(".answers a")) return [".answers [aria-current]"];
    const same = [".tray-bar [data-roll]", ".die-acts [data-roll]", ".die-acts [data-locks]", ".tray-dice"];
    return same.filter(each => element.matches(each));
  }

  /* To another game that the tray leads to. */
  function go(tray) {
    show(gameOf(tray), wayOf(tray), true);
  }

  async function roll(address) {
    const here = new URL(location.href);
    const before = here.pathname.split("/").pop();
    const name = here.searchParams.get("name") ?? "";
    for (const field of WAY) address.searchParams.delete(field);
    address.searchParams.set("to", "rules"); // what has changed is said here
    const mine = ++asked;
    aside.setAttribute("aria-busy", "true");
    const answer = await fetch(address).catch(() => null);
    const page = answer?.ok ? parsed(await answer.text()) : null;
    aside.removeAttribute("aria-busy");
    if (mine !== asked) return;
    if (!page) {
      location.assign(address);
      return;
    }
    const there = new URL(answer.url);
    there.hash = "";
    const was = [before, ...(history.state?.tray?.was ?? "").split(",").filter(Boolean)].slice(0, 8).join(",");
    show(there, { was, called: there.searchParams.get("name") === name ? "" : name }, true, page);
  }

  /* Lock a die or let one go, or the wish: the page stays, its address says it. */
  function lock(address) {
    history.replaceState(history.state ?? { tray: {} }, "", address);
    return relayed(address);
  }

  /* The page and its tray with what an address says is locked, and wished for. */
  async function relayed(address) {
    relock(address);
    if (await lay(trayOf(address, history.state?.tray ?? {}))) showActs("instant");
  }

  /* What the address says is locked, and wished for, on the page. */
  function relock(address) {
    const keep = address.searchParams.get("keep") ?? "";
    const locked = new Set(keep.split(","));
    sought = address.search;
    for (const die of document.querySelectorAll("a[data-die]")) {
      die.classList.toggle("locked", locked.has(die.dataset.die) && die.matches(".die"));
      if (!aside.contains(die)) die.setAttribute("href", trayOf(address, {}, die.dataset.die).search);
    }
    for (const link of document.querySelectorAll(".lock-here")) {
      link.setAttribute("href", asking(address, [["lock", new URL(link.href).searchParams.get("lock")], ...carried(address)]).search);
    }
    for (const rule of document.querySelectorAll(".rule")) rule.classList.toggle("locked", locked.has(rule.id));
    const rename = document.querySelector("form.rename");
    hide(rename, "keep", keep);
    for (const form of [rename, document.querySelector(".masthead .roll")]) {
      if (form) hide(form, "wish", address.searchParams.get("wish"));
    }
    const link = document.querySelector(".permalink");
    const sent = asking(new URL(link.href), carried(address));
    sent.hash = "sent"; // whoever opens it is told so
    const before = link.textContent.split(link.pathname)[0]; // the site, where that is known
    link.href = sent;
    link.textContent = `${before}${sent.pathname}${sent.search}${sent.hash}`;
  }

  /* Another game in place of this one, the reader where he was; `onwards` if he asked for it and not for Back. */
  async function show(address, way, onwards = false, page = null) {
    const mine = ++asked;
    const [there, tray] = await Promise.all([page ?? fetched(address), fetched(trayOf(address, way))]);
    if (mine !== asked) return;
    if (!there?.querySelector(".title-page") || !tray) {
      location.assign(address);
      return;
    }
    if (onwards) history.pushState({ tray: way }, "", address);
    else history.replaceState({ tray: way }, "", address);
    shown = address.pathname;
    sought = address.search;
    const place = reading();
    take(there);
    dress(tray);
    showActs("instant"); // its rule may be longer than the last
    mark(tray);
    place();
    begin();
  }

  function mark(tray) {
    for (const link of tray.querySelectorAll("[data-marks] [data-rule]")) {
      const id = link.dataset.rule;
      document.getElementById(id)?.classList.add("changed");
      document.querySelector(`.title-page [data-die="${id}"]`)?.classList.add("changed");
    }
  }
}

/* A piece of the tray's page, if it has it. */
function piece(tray, name) {
  const found = tray.querySelector(`[data-part=${name}]`);
  return found && document.importNode(found, true);
}

/* Where a die is that leads to the tray, whatever game the page shows. */
function placeOf(link) {
  const at = `[data-die="${link.dataset.die}"]`;
  return link.closest(".tray") ? ".tray-dice" : link.closest(".title-page") ? `.title-page ${at}` : `.rule ${at}`;
}

/* The game that is shown with this rule locked, or let go if it was; in the order of its dice. */
function toggled(id) {
  const address = new URL(location.href);
  const locked = new Set(address.searchParams.get("keep")?.split(","));
  if (!locked.delete(id)) locked.add(id);
  const dice = [...document.querySelectorAll(".title-page [data-die]")].map(each => each.dataset.die);
  address.searchParams.set("keep", dice.filter(each => locked.has(each)).join(","));
  return asking(address, carried(address));
}

/* A form's hidden field, in place of what it has; none where it is empty. */
function hide(form, name, value) {
  form.querySelector(`[name=${name}]`)?.remove();
  if (!value) return;
  const field = document.createElement("input");
  Object.assign(field, { type: "hidden", name, value });
  form.append(field);
}

/* What an address carries of a game's page. */
function carried(address) {
  return CARRIED.map(name => [name, address.searchParams.get(name)]);
}

/* The same place asked for with these fields, written as the site writes them. */
function asking(address, fields) {
  const asked = new URL(address.pathname, address);
  for (const [name, value] of fields) {
    if (value) asked.searchParams.set(name, value);
  }
  asked.search = asked.search.replaceAll("%2C", ",").replaceAll("%7E", "~");
  return asked;
}

/* The page at an address; nothing if it cannot be had. */
async function fetched(address) {
  try {
    const answer = await fetch(address);
    return answer.ok ? parsed(await answer.text()) : null;
  } catch {
    return null;
  }
}

function parsed(html) {
  return new DOMParser().parseFromString(html, "text/html");
}

/* What shows a game, out of another page. */
function take(page) {
  document.title = page.title;
  const open = document.querySelector(".contents details").open;
  for (const piece of [".title-page", ".contents details", ".rulebook"]) {
    document.querySelector(piece).replaceWith(document.importNode(page.querySelector(piece), true));
  }
  document.querySelector(".contents details").open = open;
  for (const link of document.querySelectorAll("link[rel=canonical], link[rel=alternate]")) link.remove();
  for (const link of page.querySelectorAll("link[rel=canonical], link[rel=alternate]")) {
    document.head.append(document.importNode(link, true));
  }
}

/* Remembers what is read; gives what brings it back to where it was on the screen. */
function reading() {
  const places = [...document.querySelectorAll(".title-page, .rulebook section[id]")]
    .map(part => [part.id, part.getBoundingClientRect()])
    .filter(([, box]) => box.bottom > 60 && box.top < innerHeight)
    .map(([id, box]) => [id, box.top]);
  const height = scrollY;
  return () => {
    if (!height) return;
    for (const [id, top] of places) {
      const part = id ? document.getElementById(id) : document.querySelector(".title-page");
      if (!part) continue;
      scrollBy({ top: part.getBoundingClientRect().top - top, behavior: "instant" });
      return;
    }
    scrollTo({ top: height, behavior: "instant" });
  };
}
