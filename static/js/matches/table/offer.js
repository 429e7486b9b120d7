// An offer after several skipped replays.

import { element } from "./elements.js";

/* Offer below the question to end the replays. */
export function offerNoReplays(home, pace) {
  const offer = element("button", { type: "button" }, "Stop replaying the turns of others");
  offer.addEventListener("click", () => {
    pace.set("0");
    offer.remove();
  });
  home.append(element("p", { class: "asides" }, offer));
}
