// The clock of a game at the table: it runs down by the device's own time, so it goes on where the page is away or loaded
// again, and needs no network. Its words are the page's.

const TICK = 250; // milliseconds between two looks at the time

/* Let the clock run; `read` gives how it stands, `keep` keeps it. Gives what shows it anew. */
export function clock(place, read, keep) {
  if (!place) return () => {};
  const whole = Number(place.dataset.minutes) * 60_000;
  const button = place.querySelector("button");
  const left = place.querySelector(".left");
  const told = place.querySelector("[data-up]");
  let sounds = null; // made by the touch that starts the clock, as browsers will have it
  let before = stands().left; // when it was last looked at, so that its end is told once
  button.addEventListener("click", () => {
    const now = stands();
    if (now.runs) keep({ left: now.left, until: 0 });
    else if (now.left) {
      sounds ??= globalThis.AudioContext ? new AudioContext() : null;
      keep({ left: now.left, until: Date.now() + now.left });
    } else keep({ left: whole, until: 0 });
    show();
  });
  setInterval(show, TICK);
  show();
  return show;

  /* What is left, in milliseconds, and whether it runs; nothing of what is kept is trusted. */
  function stands() {
    const { left, until } = read() ?? {};
    const real = each => Number.isFinite(each) && each >= 0;
    if (real(until) && until > 0) {
      const rest = Math.min(whole, Math.max(0, until - Date.now()));
      return { left: rest, runs: rest > 0 };
    }
    return { left: real(left) ? Math.min(left, whole) : whole, runs: false };
  }

  function show() {
    const now = stands();
    const seconds = Math.ceil(now.left / 1000);
    const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    if (left.textContent !== text) left.textContent = text;
    const does = now.runs ? "stops" : now.left ? "goes" : "anew";
    if (place.dataset.does !== does) {
      place.dataset.does = does;
      button.setAttribute("aria-label", `${button.dataset[does]}: ${text}`);
    }
    if (!now.left && before) up();
    if (now.left) told.textContent = "";
    before = now.left;
  }

  /* Time is up: said, shown, felt and heard, as far as the device can. */
  function up() {
    told.textContent = told.dataset.up;
    navigator.vibrate?.([400, 200, 400]);
    if (!sounds) return;
    for (const at of [0, 0.5, 1]) {
      const tone = sounds.createOscillator();
      tone.frequency.value = 880;
      tone.connect(sounds.destination);
      tone.start(sounds.currentTime + at);
      tone.stop(sounds.currentTime + at + 0.25);
    }
  }
}
