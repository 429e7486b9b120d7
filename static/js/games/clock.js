// The clock of the table companion. It uses the time of the device, so it keeps running while the page is closed, and
// needs no network. Its texts come from the page.

const TICK = 250; // milliseconds between two updates

/* Start the clock. `read` returns its state, `keep` stores it. Return a function that updates the display. */
export function clock(place, read, keep) {
  if (!place) return () => {};
  const whole = Number(place.dataset.minutes) * 60_000;
  const button = place.querySelector("button");
  const left = place.querySelector(".left");
  const told = place.querySelector("[data-up]");
  let sounds = null; // made by the click that starts the clock, because browsers require one
  let before = stands().left; // at the last update, so that the end is announced once
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

  /* Return the milliseconds left, and if the clock runs. Stored values are validated. */
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

  /* Announce that time is up: by text, vibration and sound, as far as the device supports them. */
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
