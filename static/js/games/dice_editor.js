// The dice editor on the page of a game: show, roll and lock dice, or choose another option, and update the page in place.
// All texts come from the editor's own page, which does the same without JavaScript.

const CARRIED = ["keep", "name", "own", "rules", "setting", "wish"]; // query parameters of the page of a game
const WAY = ["was", "called", "undone"]; // query parameters of the history: previous and undone games
const ROOM = 12; // pixels below an element that is scrolled into view

/* Let the dice change this page. `begin` is called whenever the page shows another game. */
export function openTray(begin) {
  const aside = document.querySelector(".tray");
  if (!aside) return;
  const sheet = document.createElement("div");
  sheet.className = "tray-sheet";
  sheet.hidden = true;
  aside.prepend(sheet);
  let asked = 0; // the number of requests, so that a late response is ignored
  let from = ".tray-dice"; // the element that opened the sheet
  let die = ""; // the id of the open die
  let all = null; // the heading above all dice, if the sheet shows all of them
  takeWay();
  let shown = location.pathname; // the path of the game on the page
  let sought = location.search; // its query: locked rules and criteria

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
      if (matchMedia("(max-width: 45.99rem)").matches) close(false); // the sheet would cover the rule
      return;
    }
    event.preventDefault();
    const address = addressOf(link);
    if ("roll" in link.dataset) roll(address);
    else if ("wish" in link.dataset) lock(without("wish"));
    else if ("locks" in link.dataset) lock(link.dataset.locks ? toggled(link.dataset.locks) : without("keep"));
    else if (link.matches(".lock-here")) lock(toggled(address.searchParams.get("lock")));
    else if ("goes" in link.dataset) go(address);
    else open(link);
  });
  document.addEventListener("keydown", event => {
    if (event.key === "Escape" && !sheet.hidden) close(true);
  });
  addEventListener("popstate", () => {
    // The browser itself goes back to a rule of the same game.
    if (location.pathname !== shown) show(new URL(location.href), history.state?.tray ?? {});
    else if (location.search !== sought) relayed(new URL(location.href));
  });

  // Restore the state after a reload.
  if (history.state?.tray?.was || history.state?.tray?.undone) lay(trayOf(new URL(location.href), history.state.tray)).then(tray => tray && mark(tray));

  /* Move the previous games from the address, where they are without JavaScript, into the history state. */
  function takeWay() {
    const here = new URL(location.href);
    if (!here.searchParams.get("was") && !here.searchParams.get("undone")) return;
    const plain = gameOf(here);
    plain.hash = here.hash;
    history.replaceState({ tray: wayOf(here) }, "", plain);
  }

  /* Return the address of the editor for the address of a game, with its history. */
  function trayOf(address, way, at = die || "all") {
    return asking(address, [["die", at], ...Object.entries(way), ...carried(address)]);
  }

  /* Return the address of the game for an address of the editor. */
  function gameOf(tray) {
    return asking(tray, carried(tray));
  }

  function wayOf(tray) {
    return Object.fromEntries(WAY.map(name => [name, tray.searchParams.get(name) ?? ""]));
  }

  /* Open the sheet at a die or at all dice. A second click on the same die closes it. */
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

  /* Keep the tapped die at its place on the screen, unless its buttons would be out of view. */
  function unfold(tapped, top) {
    const link = sheet.querySelector(`.named[data-die="${tapped}"]`);
    sheet.scrollBy({ top: link.getBoundingClientRect().top - top, behavior: "instant" });
    if (!sheet.querySelector(".opened")) return link.focus({ preventScroll: true });
    showActs(matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth");
  }

  /* Scroll the buttons of the open die above the bar, as far as there is room. */
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

  /* Show a page of the editor in the sheet, and replace the bar. */
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
    // Keep the element of the status line, so that screen readers announce its changes.
    told.textContent = said.textContent;
    said.replaceWith(told);
    bar.replaceWith(next);
    if (die) {
      const panel = piece(tray, "panel");
      if (die === "all") all = panel;
      const shown = all ? [all.cloneNode(true), dice(tray, panel), piece(tray, "unlock")] : [panel];
      const beside = shown[0].querySelector(".die-beside"); // links to other dice come before the heading
      sheet.replaceChildren(...[beside, head(shown[0]), ...shown, piece(tray, "changed"), piece(tray, "trail")].filter(Boolean));
      sheet.hidden = false;
    }
    // Keep the focus on the same button.
    focused.map(each => aside.querySelector(each)).find(Boolean)?.focus({ preventScroll: true });
  }

  /* Return all dice, with the panel of the open die below it. */
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

  /* Return the fixed head of the sheet: its heading and the button that closes it. */
  function head(panel) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "tray-close";
    button.setAttribute("aria-label", "Close");
    button.textContent = "×";
    button.addEventListener("click", () => close(true));
    const row = document.createElement("div");
    row.className = "tray-head";
    row.append(button, panel.querySelector("h2")); // in tab order the heading follows the button
    return row;
  }

  /* Return selectors of the elements that may get the focus of a replaced element, best first. */
  function where(element) {
    if (!element || !aside.contains(element)) return [];
    if (element.matches(".tray-undo")) return [".tray-undo", ".tray-redo"];
    if (element.matches(".tray-redo")) return [".tray-redo", ".tray-undo"];
    if (element.matches(".answers a")) return [".answers [aria-current]"];
    const same = [".tray-bar [data-roll]", ".die-acts [data-roll]", ".die-acts [data-locks]", ".tray-dice"];
    return same.filter(each => element.matches(each));
  }

  /* Show the game of an address of the editor. */
  function go(tray) {
    show(gameOf(tray), wayOf(tray), true);
  }

  async function roll(address) {
    const here = new URL(location.href);
    const before = here.pathname.split("/").pop();
    const name = here.searchParams.get("name") ?? "";
    for (const field of WAY) address.searchParams.delete(field);
    address.searchParams.set("to", "rules"); // the page itself shows the changes
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

  /* Change the locked rules or the criteria: only the address changes, not the game. */
  function lock(address) {
    history.replaceState(history.state ?? { tray: {} }, "", address);
    return relayed(address);
  }

  /* Update the page and the editor for the locked rules and criteria of an address. */
  async function relayed(address) {
    relock(address);
    if (await lay(trayOf(address, history.state?.tray ?? {}))) showActs("instant");
  }

  /* Show the locked rules and criteria of an address on the page. */
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
    const forms = [...document.querySelectorAll("form.rename")];
    for (const form of forms) hide(form, "keep", keep);
    for (const form of [...forms, document.querySelector(".masthead .roll")]) {
      if (form) hide(form, "wish", address.searchParams.get("wish"));
    }
    const link = document.querySelector(".permalink");
    const sent = asking(new URL(link.href), carried(address));
    sent.hash = "sent"; // the page then says that the game was shared
    const before = link.textContent.split(link.pathname)[0]; // the address of the site, if it is known
    link.href = sent;
    link.textContent = `${before}${sent.pathname}${sent.search}${sent.hash}`;
  }

  /* Replace the game on the page and keep the scroll position. `onwards` adds a history entry. */
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
    showActs("instant"); // its rule may be longer than the previous one
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

/* Return a copy of a part of the editor's page, or null. */
function piece(tray, name) {
  const found = tray.querySelector(`[data-part=${name}]`);
  return found && document.importNode(found, true);
}

/* Return the selector of the link to a die, which is the same for every game. */
function placeOf(link) {
  const at = `[data-die="${link.dataset.die}"]`;
  return link.closest(".tray") ? ".tray-dice" : link.closest(".title-page") ? `.title-page ${at}` : `.rule ${at}`;
}

/* Return the address of a link with the locked rules and criteria of now: a click can come before the editor shows them. */
function addressOf(link) {
  const address = new URL(link.href);
  const here = new URL(location.href).searchParams;
  for (const name of ["keep", "wish"]) {
    if (here.get(name)) address.searchParams.set(name, here.get(name));
    else address.searchParams.delete(name);
  }
  return address;
}

/* Return the address of the game without locked rules ("keep") or criteria ("wish"). */
function without(name) {
  const address = new URL(location.href);
  address.searchParams.delete(name);
  return asking(address, carried(address));
}

/* Return the address of the game with this rule locked, or unlocked if it was locked. */
function toggled(id) {
  const address = new URL(location.href);
  const locked = new Set(address.searchParams.get("keep")?.split(","));
  if (!locked.delete(id)) locked.add(id);
  const dice = [...document.querySelectorAll(".title-page [data-die]")].map(each => each.dataset.die);
  address.searchParams.set("keep", dice.filter(each => locked.has(each)).join(","));
  return asking(address, carried(address));
}

/* Set the hidden field of a form, or remove it if the value is empty. */
function hide(form, name, value) {
  form.querySelector(`[name=${name}]`)?.remove();
  if (!value) return;
  const field = document.createElement("input");
  Object.assign(field, { type: "hidden", name, value });
  form.append(field);
}

/* Return the query parameters of the page of a game. */
function carried(address) {
  return CARRIED.map(name => [name, address.searchParams.get(name)]);
}

/* Return the address with these query parameters, encoded as the site encodes them. */
function asking(address, fields) {
  const asked = new URL(address.pathname, address);
  for (const [name, value] of fields) {
    if (value) asked.searchParams.set(name, value);
  }
  asked.search = asked.search.replaceAll("%2C", ",").replaceAll("%7E", "~");
  return asked;
}

/* Return the page at an address, or null on an error. */
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

/* Replace the parts of this page that show the game with those of another page. */
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

/* Remember the scroll position. Return a function that restores it. */
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
