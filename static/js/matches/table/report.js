// The report of the round of a step, and the step itself with its dice and its rule, as rendered by the server
// (carnage/templates/matches/watched.html).

import { heading, text } from "./cut_text.js";
import { element } from "./elements.js";

const DEEPEST = 4; // the lowest level of headings in the report

export class Report {
  /* `step` returns the address of a cut, `rules` has the name and the anchor of every rule in the game. */
  constructor(root, cuts, rules, rulebook, step) {
    this.cuts = cuts;
    this.rules = rules;
    this.rulebook = rulebook;
    this.step = step;
    this.list = root.querySelector(".entries");
    this.box = root.querySelector(".report");
    this.now = root.querySelector("[data-shown=now]");
    this.begins = [0, ...cuts.filter(cut => cut.flags?.includes("round")).map(cut => cut.n)];
    this.begun = Number(this.list.dataset.begun);
  }

  show(n) {
    const begun = this.begins.findLast(begin => begin <= n);
    if (begun !== this.begun) {
      const end = this.begins.find(begin => begin > n) ?? this.cuts.length;
      this.list.replaceChildren(...this.cuts.slice(begun, end).filter(cut => cut.lines).map(cut => this.#item(cut)));
      this.begun = begun;
    }
    for (const item of this.list.querySelectorAll("[aria-current]")) {
      item.removeAttribute("class");
      item.removeAttribute("aria-current");
    }
    const item = [...this.list.children].findLast(item => Number(item.id.slice(1)) <= n);
    if (item) {
      item.className = "now";
      item.setAttribute("aria-current", "step");
    }
    this.#alone(this.cuts[n]);
    this.reveal();
  }

  /* Scroll the shown step into view in its box, but not the page. */
  reveal() {
    const item = this.list.querySelector(".now");
    if (!item) return;
    const box = this.box.getBoundingClientRect();
    const { top, bottom } = item.getBoundingClientRect();
    const margin = box.height / 5;
    if (top < box.top + margin || bottom > box.bottom - margin) {
      this.box.scrollTop += (top + bottom) / 2 - (box.top + box.bottom) / 2;
    }
  }

  #item(cut) {
    const item = element("li", {}, ...(cut.lines ?? []).map(said => {
      const link = element("a", {}, text(said));
      link.rel = "nofollow";
      link.href = this.step(cut.n);
      const depth = heading(said);
      if (depth) return element(`h${Math.min(depth + 1, DEEPEST)}`, {}, link);
      return element("p", { class: said.startsWith(" ") && "follows" }, link);
    }));
    item.id = `e${cut.n}`;
    return item;
  }

  #alone(cut) {
    const said = (cut.lines ?? []).map(said => element("p", { class: Boolean(heading(said)) && "head" }, text(said)));
    const [name, anchor] = this.rules[cut.rule] ?? [];
    if (name) {
      const link = element("a", {}, name);
      link.href = `${this.rulebook}#${anchor}`;
      link.dataset.rule = anchor;
      const dice = (cut.dice ?? []).map(die => element("b", {}, String(die)));
      said.push(element("p", { class: "by" }, ...(dice.length ? [element("span", { class: "rolled" }, ...dice)] : []), link));
    }
    this.now.replaceChildren(...said);
  }
}
