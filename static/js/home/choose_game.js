// Where a game is chosen to be played: leads back to the one that somebody on this device is in the middle of.

import { going } from "../shared/resume.js";

const line = document.querySelector("[data-going]");
const game = line && going();
if (game) {
  const link = line.querySelector("a");
  link.href = game.address;
  link.textContent = game.name;
  line.hidden = false;
}
