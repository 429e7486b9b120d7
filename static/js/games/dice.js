// Fair dice and cards of the table companion. Held dice are not thrown again.

const SUITS = "♠♥♦♣";
const FACES = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
const DECK = SUITS.length * FACES.length;
const MOST = 30; // dice at once

/* Make the dice of this section work. `read` returns the results by throw, `keep` stores them. */
export function dice(section, read, keep) {
  for (const place of section.querySelectorAll("[data-throw]")) {
    const id = place.dataset.throw;
    const usual = place.dataset.dice.split(",");
    const list = place.querySelector(".thrown");
    const sum = place.querySelector(".sum");
    const many = place.querySelector(".how-many");
    const card = usual[0] === "card";
    const mixed = new Set(usual).size > 1; // each die shows its kind
    show(false);
    place.addEventListener("click", event => {
      const button = event.target.closest?.("button");
      if (!button) return;
      const now = thrown();
      if ("go" in button.dataset) {
        if (card) set(drawn(now), true);
        else set({ ...now, shown: kinds(now).map((die, at) => now.held.includes(at) && now.shown[at] ? now.shown[at] : rolled(die)) }, true);
      } else if ("shuffle" in button.dataset) set({ many: 1, held: [], shown: [] }, true);
      else if ("letGo" in button.dataset) set({ ...now, held: [] }, false);
      else if ("diceBy" in button.dataset) {
        const next = Math.min(MOST, Math.max(1, now.many + Number(button.dataset.diceBy)));
        set({ many: next, held: now.held.filter(at => at < next), shown: now.shown.slice(0, next) }, false);
      } else if ("at" in button.dataset) {
        const at = Number(button.dataset.at);
        set({ ...now, held: now.held.includes(at) ? now.held.filter(each => each !== at) : [...now.held, at] }, false);
        list.querySelector(`[data-at="${at}"]`)?.focus();
      }
    });

    many?.addEventListener("change", () => {
      const now = thrown();
      const next = /^\s*\d{1,3}\s*$/.test(many.value) ? Math.min(MOST, Math.max(1, Number(many.value))) : now.many;
      set({ many: next, held: now.held.filter(at => at < next), shown: now.shown.slice(0, next) }, false);
    });

    function thrown() {
      const said = read()[id];
      const whole = (each, least, most) => Number.isInteger(each) && each >= least && each <= most;
      const many = whole(said?.many, 1, MOST) ? said.many : usual.length;
      const shown = Array.isArray(said?.shown) ? said.shown.filter(each => whole(each, 0, card ? DECK : 1000)) : [];
      const held = Array.isArray(said?.held) ? said.held.filter(each => whole(each, 0, MOST)) : [];
      return { many, shown, held };
    }

    function kinds(now) {
      return usual.length > 1 ? usual : Array(now.many).fill(usual[0]);
    }

    function set(next, read) {
      keep({ ...readAll(), [id]: next });
      show(read);
    }

    function readAll() {
      return read();
    }

    /* Show the dice. `aloud` is true if they have just been thrown. */
    function show(aloud) {
      const now = thrown();
      if (many) many.value = String(now.many);
      const held = new Set(now.held);
      if (card) {
        const last = now.shown.at(-1);
        list.replaceChildren(...(last === undefined ? [] : [element("li", element("span", named(last), "drawn"))]));
        sum.textContent = `${DECK - now.shown.length}/${DECK}`;
        return;
      }
      list.replaceChildren(...now.shown.map((face, at) => {
        const button = element("button", usual[0] === "coin" ? "●○"[face - 1] : String(face));
        button.type = "button";
        button.dataset.at = String(at);
        if (mixed) button.dataset.die = kinds(now)[at];
        button.setAttribute("aria-pressed", String(held.has(at)));
        button.setAttribute("aria-label", `${kinds(now)[at]}: ${button.textContent}`);
        return element("li", button);
      }));
      const total = now.shown.reduce((all, face) => all + face, 0);
      const { success, counted } = place.dataset;
      const summed = now.shown.length > 1 ? `${now.shown.join(" + ")} = ${total}` : now.shown.join("");
      const hits = success && now.shown.length ? counted.replace("{n}", now.shown.filter(face => face >= Number(success)).length) : "";
      const line = [hits, summed].filter(Boolean).join(" · ");
      sum.textContent = usual[0] === "coin" ? (list.textContent) : line;
      if (aloud && !now.shown.length) sum.textContent = "";
    }
  }
}

/* Draw a card from the rest of the deck. An empty deck is shuffled again. */
function drawn(now) {
  const before = now.shown.length < DECK ? now.shown : [];
  const left = [...Array(DECK).keys()].filter(each => !before.includes(each));
  return { ...now, held: [], shown: [...before, left[below(left.length)]] };
}

function named(number) {
  return FACES[number % FACES.length] + SUITS[Math.floor(number / FACES.length)];
}

function rolled(die) {
  return 1 + below(die === "coin" ? 2 : Number(die.slice(1)));
}

/* Return a uniformly random whole number from 0 to `end` - 1. */
export function below(end) {
  const numbers = new Uint32Array(1);
  const fair = 2 ** 32 - (2 ** 32 % end);
  do crypto.getRandomValues(numbers); while (numbers[0] >= fair);
  return numbers[0] % end;
}

function element(name, inside, look = "") {
  const made = document.createElement(name);
  if (look) made.className = look;
  made.append(inside);
  return made;
}
