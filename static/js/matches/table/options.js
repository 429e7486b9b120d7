// The open question: its text and its options as a list, as places and as pieces on the table.

import { drawn, element, goingLink } from "./elements.js";
import { middle, pieceElement, pieceId } from "./pieces.js";

const TOOLS = [
  ["undo", "u", "Undo (U)"],
  ["hint", "h", "Ask for a hint (H)"],
  ["autoplay", "a", "A bot plays for you until the next part of the game (A)"],
];

/* Return the links below the question. */
export function tools(state, rulebook) {
  const links = TOOLS.filter(([name]) => state[name]).map(([name, key, title]) => goingLink(
    state[name], null, { "data-key": key, title }));
  const rules = (state.rules ?? []).slice(0, 1).map(rule => ruleLink(rule, rulebook, {
    "data-key": "r", "title": `${rule[0]}: the rule of this question (R)`,
  }, `Rule: ${rule[0].split(":")[0]}`));
  return [...links, ...rules];
}

/* Return links to the other rules of the question. */
export function furtherRules(state, rulebook) {
  return (state.rules ?? []).slice(1).map(rule => ruleLink(rule, rulebook, { title: "A rule of this question" }));
}

function ruleLink([name, anchor], rulebook, attributes, label = name) {
  return element("a", { "href": `${rulebook}#${anchor}`, "data-rule": anchor, ...attributes }, label);
}

/* Return the elements of the open question, of the end or of the curtain. */
export function questionParts(state, rulebook) {
  if (state.watch) return endParts(state);
  if (state.curtain) return curtainParts(state);
  const { title, form = "list", options = [], advice, together, numbers, note } = state.question;
  let list = element("ol", { "class": "options", "data-form": form }, ...options.map(option => optionItem(option, rulebook)));
  const hasForm = together || numbers;
  if (hasForm) {
    const summary = element("summary", {}, together ? "Answer one die at a time" : "List all answers");
    list = element("details", { class: "each", open: Boolean(options[0]?.odds) }, summary, list);
  }
  return [
    ...(state.latest ? [element("p", { class: "latest" }, state.latest)] : []),
    heading(together?.title ?? title),
    ...(note ? [element("p", { class: "sealed" }, note)] : []),
    ...(state.setup ? [element("p", { class: "setup" }, goingLink(state.setup, "button"), " or set up yourself:")] : []),
    element("div", { "class": "pointed", "data-shown": "pointed", "hidden": true }),
    ...(advice ? [element("p", { class: "advice" }, element("b", {}, "Hint:"), ` ${advice}`)] : []),
    ...(hasForm ? [element("div", { "data-shown": "answers" })] : []),
    list,
    ...(state.asides ? [element("p", { class: "asides" }, ...state.asides.map(link => goingLink(link)))] : []),
  ];
}

function heading(text) {
  return element("h2", { id: "question", tabindex: "-1" }, text);
}

function optionItem(option, rulebook) {
  const { n, rule, url, label, short } = option;
  const link = goingLink({ url, label: short ?? label }, "option", {
    "data-option": n, "data-sure": Boolean(rule), "title": short ? label : null,
  });
  const own = rule ? [ruleLink(rule, rulebook, { class: "own-rule" })] : [];
  return element("li", { id: `o${n}` }, link, ...own, ...(option.odds ? [outlook(option.odds)] : []));
}

function outlook([won, low, high]) {
  const [share, least, most] = [won, low, high].map(odds => Math.round(100 * odds));
  const meter = element("meter", { min: "0", max: "1", value: won.toFixed(3) }, `${share}%`);
  return element("span", { class: "outlook" }, meter,
    ` you win about ${share}% of the time (${least} to ${most}%)`);
}

function endParts(state) {
  return [
    heading(state.headline ?? "The game is over"),
    ...(state.reason ? [element("p", { class: "reason" }, state.reason)] : []),
    element("div", { "data-shown": "course" }),
  ];
}

function curtainParts({ curtain }) {
  return [
    heading("This answer is secret"),
    element("p", {}, "The other players must not look at the screen."),
    element("p", {}, goingLink(curtain, "button")),
  ];
}

/* The options on the table, connected with those of the list. */
export class Options {
  constructor(root, state, signal) {
    this.root = root;
    this.question = state.question ?? { options: [] };
    this.all = this.question.options ?? [];
    this.spots = this.all.filter(({ x, spot }) => x !== undefined && !spot);
    this.laid = false;
    this.digits = "";
    for (const kind of ["pointerover", "focusin"]) {
      root.addEventListener(kind, event => this.#hover(event.target), { signal });
    }
    root.addEventListener("pointerout", () => this.light([]), { signal });
    root.addEventListener("focusout", () => this.light([]), { signal });
    this.#draw();
  }

  /* Draw the places that can be chosen. */
  #draw() {
    const home = this.root.querySelector("[data-part=candidates]");
    home?.replaceChildren(...this.spots.map(option => drawn("a", {
      "class": "choice", "href": option.url, "rel": "nofollow", "data-goes": true, "data-option": option.n,
      "tabindex": "-1", "aria-hidden": "true",
    }, drawn("title", {}, option.label), drawn("circle", { class: "choice-spot", cx: option.x, cy: option.y, r: 7.5 }),
    drawn("text", { "x": option.x, "y": option.y + 3.2, "font-size": 9, "text-anchor": "middle" }, option.n))));
  }

  /* Show the options on the table. */
  lay() {
    this.laid = true;
    this.root.classList.add("choosing");
    for (const option of this.all) {
      for (const id of option.pieces ?? []) this.piece(id)?.classList.add("choosable");
    }
    for (const id of this.question.about ?? []) this.piece(id)?.classList.add("about");
  }

  /* Hide the options: another event is shown. */
  lift() {
    this.laid = false;
    this.root.classList.remove("choosing");
    this.light([]);
  }

  piece(id) {
    return pieceElement(this.root, id);
  }

  link(option) {
    return this.root.querySelector(`a.option[data-option="${option.n}"]`);
  }

  /* Focus the option of a typed number of one or two digits. */
  typed(digit) {
    clearTimeout(this.typing);
    const wanted = this.digits + digit;
    this.digits = this.all.some(option => String(option.n) === wanted) ? wanted : digit;
    this.typing = setTimeout(() => { this.digits = ""; }, 800);
    const option = this.all.find(each => String(each.n) === this.digits);
    if (option) this.focus(option);
  }

  /* Focus the link of an option, which may be in a list that is closed. */
  focus(option, how) {
    const link = this.link(option);
    const list = link.closest("details");
    if (list) list.open = true;
    link.focus(how);
  }

  /* Return the options that name a piece. */
  naming(id) {
    return this.all.filter(option => option.pieces?.includes(id));
  }

  /* Return the options at the place of one. */
  at({ n }) {
    return this.all.filter(option => option.n === n || option.spot === n);
  }

  #hover(target) {
    const link = target?.closest?.("[data-option]");
    const piece = target?.closest?.(".drawing-piece");
    if (link) this.light(this.all.filter(option => String(option.n) === link.dataset.option));
    else this.light(piece && this.laid ? this.naming(pieceId(piece)) : []);
  }

  /* Emphasise options in the list and on the table, and draw the ways to them. */
  light(options) {
    for (const hot of this.root.querySelectorAll(".hot")) hot.classList.remove("hot");
    const ways = this.root.querySelector("[data-part=ways]");
    ways?.replaceChildren();
    if (!this.laid) return;
    for (const option of options) {
      this.link(option)?.classList.add("hot");
      this.root.querySelector(`a.choice[data-option="${option.spot ?? option.n}"]`)?.classList.add("hot");
      const pieces = (option.pieces ?? []).map(id => this.piece(id)).filter(Boolean);
      for (const piece of pieces) piece.classList.add("hot");
      this.#way(ways, option, pieces);
    }
  }

  /* Draw a line from the piece of the question to the destination of an option. */
  #way(ways, option, pieces) {
    const about = (this.question.about ?? []).map(id => this.piece(id)).filter(Boolean);
    const from = about.map(middle).find(Boolean);
    const to = option.x === undefined ? pieces.map(middle).find(Boolean) : [option.x, option.y];
    if (ways && from && to) ways.append(drawn("path", { d: `M${from.join(" ")}L${to.join(" ")}` }));
  }
}
