// Settings of play that this device remembers: the speed of replays, moves by one click, and answers taken back in this game.

const USUAL = "2"; // the speed of replays of other sides' turns
const MANY = 3; // skipped replays after which none are offered

/* Return a stored text, or null without one and without storage. */
function read(key, storage = localStorage) {
  try {
    return storage.getItem(`carnage.${key}`);
  } catch {
    return null;
  }
}

function write(key, text, storage = localStorage) {
  try {
    storage.setItem(`carnage.${key}`, text);
  } catch {
    // Without storage a setting is that of this page.
  }
}

/* A setting with a field in the page, or several that are kept alike. */
export class Setting {
  /** @param {string} key @param {string} usual @param {(value: string) => void} [changed] */
  constructor(key, usual, changed) {
    this.key = key;
    this.fields = /** @type {NodeListOf<HTMLSelectElement>} */ (document.querySelectorAll(`[data-setting=${key}]`));
    this.value = read(key) ?? usual;
    this.changed = changed;
    for (const field of this.fields) field.addEventListener("change", () => this.set(field.value));
    this.set(this.value, false);
  }

  set(value, isNew = true) {
    this.value = value;
    for (const field of this.fields) field.value = value;
    if (!isNew) return;
    write(this.key, value);
    this.changed?.(value);
  }

  /* Set a value unless the player has chosen one. */
  suggest(value) {
    if (read(this.key) === null) this.set(value);
  }
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

/* Count the answers that are taken back in the game of this page: `add` is 1 for one more, 0 to read, −1 to begin. */
export function takeBacks(add) {
  const { pathname, searchParams } = new URL(location.href);
  const game = [pathname, searchParams.get("dice"), searchParams.get("game")].join();
  const [of, count] = (read("undone", sessionStorage) ?? "").split("|");
  const now = add < 0 || of !== game ? Math.max(add, 0) : Number(count) + add;
  write("undone", `${game}|${now}`, sessionStorage);
  return now;
}
