// Forms for answers that consist of several parts: a stepper for each number, the rows of all dice of a ship, and the dice
// of a throw. Every part can be changed until the answer is confirmed. The list of options stays below the form.

import { element } from "./elements.js";

const kept = { url: "", values: [] }; // the last values, for a question that is shown again

/**
 * Return the form for a question, or null if its options are enough: `{ node, toggle(id), refresh() }`. `toggle` changes the
 * part of a piece and returns whether there is one; `refresh` marks the pieces again.
 * @param {object} question
 * @param {(url: string) => void} go Follows an address.
 * @param {(ids: string[]) => void} mark Marks the pieces that are chosen.
 */
export function answerForm(question, go, mark) {
  const { together, numbers, options } = question;
  if (together) return together.rows ? rowForm(together, go) : throwForm(together, go, mark);
  return numbers ? stepper(numbers, options, go) : null;
}

function button(text, press, attributes = {}) {
  const node = element("button", { type: "button", ...attributes }, text);
  node.addEventListener("click", press);
  return node;
}

/* Return a form with its parts, a line of text and the button that confirms. */
function form(parts, line, confirm) {
  return element("div", { class: "answer-form" }, ...parts, element("p", { class: "confirms" }, confirm, " ", line));
}

/* A number for each of `names`. Each step goes to the nearest option that the rules offer. */
function stepper(names, options, go) {
  const spread = option => Math.max(...option.numbers) - Math.min(...option.numbers);
  let at = names.length > 1 ? options.reduce((a, b) => (spread(b) < spread(a) ? b : a)) : options[0];
  const line = element("span", { class: "left" });
  const confirm = button("", () => go(at.url), { class: "button" });
  const parts = names.map((name, n) => {
    const [down, up] = [-1, 1].map(way => button(way < 0 ? "−" : "+", () => {
      at = next(n, way) ?? at;
      show();
    }, { "aria-label": `${name}: ${way < 0 ? "less" : "more"}` }));
    const value = element("output", {});
    return { node: element("div", { class: "stepper", role: "group", "aria-label": name }, element("span", {}, name), down, value, up), down, up, value };
  });
  const next = (n, way) => {
    const away = option => option.numbers.reduce((sum, number, i) => sum + Math.abs(number - at.numbers[i]), 0);
    const further = options.filter(option => (option.numbers[n] - at.numbers[n]) * way > 0);
    return further.sort((a, b) => away(a) - away(b))[0];
  };
  const most = Math.max(...options.map(option => option.numbers[0]));
  function show() {
    for (const [n, { down, up, value }] of parts.entries()) {
      value.textContent = String(at.numbers[n]);
      down.disabled = !next(n, -1);
      up.disabled = !next(n, 1);
    }
    const sum = at.numbers.reduce((a, b) => a + b, 0);
    line.textContent = names.length > 1 ? `${sum} in all` : `${most - at.numbers[0]} more possible`;
    confirm.textContent = at.label;
  }
  show();
  return { node: form(parts.map(({ node }) => node), line, confirm), toggle: () => false, refresh: show };
}

/* Return the values of these questions: those that are answered, and the last ones of this page, or those of the state. */
function valuesOf({ url, values, given = 0 }) {
  const last = kept.url === url ? kept.values : values;
  Object.assign(kept, { url, values: values.map((value, n) => (n < given ? value : last[n])) });
  return kept.values;
}

/* A row for each die: tap the row again to take the die out. */
function rowForm(together, go) {
  const { pieces, labels, rows, limits = "", least = 0, most, note } = together;
  const values = valuesOf(together);
  const line = element("span", { class: "left", role: "status" });
  const confirm = button(together.verb, () => go(answered(together, values)), { class: "button" });
  const parts = pieces.map((id, n) => {
    const choices = rows.map((row, r) => button(row, () => put(n, values[n] === r ? -1 : r)));
    return { node: element("div", { class: "die-row", role: "group", "aria-label": `Die at ${labels[n]}` }, element("b", {}, labels[n]), ...choices), choices };
  });
  function put(n, row) {
    values[n] = row;
    show();
  }
  function show() {
    for (const [n, { choices }] of parts.entries()) {
      for (const [r, choice] of choices.entries()) choice.setAttribute("aria-pressed", String(values[n] === r));
    }
    const counts = rows.map((_, r) => values.filter(value => value === r).length);
    const left = values.filter(value => value < 0).length;
    confirm.disabled = left > 0 || counts.some(count => count < least || count > most);
    line.textContent = [rows.map((row, r) => `${row} ${counts[r]}`).join(", "),
      left ? `. ${left} left. ` : ". ", limits].join("");
  }
  show();
  const toggle = id => {
    const n = pieces.indexOf(id);
    if (n >= 0) put(n, values[n] + 1 < rows.length ? values[n] + 1 : -1);
    return n >= 0;
  };
  const explained = note ? [element("p", { class: "sealed" }, note)] : [];
  return { node: form([...explained, ...parts.map(({ node }) => node)], line, confirm), toggle, refresh: show };
}

/* Dice that are in the throw or not. */
function throwForm(together, go, mark) {
  const { pieces, labels, allowed = [], none, verb } = together;
  const values = valuesOf(together);
  const line = element("span", { class: "left", role: "status" });
  const confirm = button(together.verb, () => go(answered(together, values)), { class: "button" });
  const dice = labels.map((label, n) => button(label, () => put(n), { class: "thrown-die" }));
  function put(n) {
    values[n] = 1 - values[n];
    show();
  }
  function show() {
    for (const [n, die] of dice.entries()) die.setAttribute("aria-pressed", String(Boolean(values[n])));
    const taken = labels.filter((_, n) => values[n]);
    const mask = values.reduce((sum, value, n) => sum + (value << n), 0);
    confirm.disabled = !allowed.includes(mask);
    confirm.textContent = taken.length ? `${verb} ${taken.join(", ")}` : none ?? verb;
    const isRefused = taken.length && confirm.disabled;
    const invites = none ? "Tap the dice to throw again." : "Tap dice to take them in or out.";
    line.textContent = isRefused ? "The rules do not allow these dice alone." : invites;
    mark(pieces.filter((_, n) => values[n]));
  }
  show();
  const toggle = id => {
    const n = pieces.indexOf(id);
    if (n >= 0) put(n);
    return n >= 0;
  };
  return { node: form([element("div", { class: "thrown-dice" }, ...dice)], line, confirm), toggle, refresh: show };
}

/* Return the address of the page after all answers. */
function answered({ url }, values) {
  return `${url}&together=${values.join(".")}`;
}
