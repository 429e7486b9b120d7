// The form that chooses a game to play: show a link to the game in progress on this device.

import { going } from "../shared/resume.js";

const line = document.querySelector("[data-going]");
const game = line && going();
if (game) {
  const link = line.querySelector("a");
  link.href = game.address;
  link.textContent = game.name;
  line.hidden = false;
}
