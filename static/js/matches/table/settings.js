// Settings of play that this device remembers: the speed of replays, moves by one click, and answers taken back in a game.

const KEY = "carnage.play";
const USUAL = "2"; // the speed of replays of other sides' turns
const MANY = 3; // skipped replays after which none are offered

/** @type {{ pace?: string, quick?: string, closed?: boolean, undone?: { game: string, count: number } }} */
const stored = read();

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

function store(name, value) {
  stored[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(stored));
  } catch {
    // Without storage a setting is that of this page.
  }
}

/* A setting with a field in the page, or several that are kept alike. */
export class Setting {
  /** @param {"pace" | "quick"} name @param {string} usual */
  constructor(name, usual) {
    this.name = name;
    this.fields = /** @type {NodeListOf<HTMLSelectElement>} */ (document.querySelectorAll(`[data-setting=${name}]`));
    this.changed = () => {};
    for (const field of this.fields) field.addEventListener("change", () => this.set(field.value));
    this.#show(stored[name] ?? usual);
  }

  set(value) {
    store(this.name, value);
    this.#show(value);
    this.changed();
  }

  /* Set a value unless the player has chosen one. */
  suggest(value) {
    if (!(this.name in stored)) this.set(value);
  }

  #show(value) {
    this.value = value;
    for (const field of this.fields) field.value = value;
  }
}

/* Keep `details` open until it is closed once. */
export function keepOpen(details) {
  details.open = !stored.closed;
  details.addEventListener("toggle", () => store("closed", !details.open));
}

/* The speed of replays; 0 for none. */
export class Pace extends Setting {
  constructor() {
    super("pace", USUAL);
    this.skips = 0;
  }

  get speed() {
    return Number(this.value);
  }

  /* Count a skipped replay. Return true when it is time to offer no replays. */
  skipped() {
    this.skips += 1;
    return this.skips === MANY;
  }
}

/* Return the number of answers taken back in the game of this page: `add` is 1 for one more, 0 for none, −1 to begin. */
export function takeBacks(add) {
  const { pathname, searchParams } = new URL(location.href);
  const game = [pathname, searchParams.get("dice"), searchParams.get("game")].join();
  const { undone } = stored;
  const before = add >= 0 && undone?.game === game ? undone.count : 0;
  const count = before + Math.max(add, 0);
  if (add) store("undone", { game, count });
  return count;
}
