// The state of a game from the site, as JSON, and the history of the addresses that have been shown. Nothing else fetches
// states.

const TRIES = 8; // of the first request, which a busy site may refuse
const RETRY_MS = 1500;
const REFUSALS = 6; // of one request by a busy site, until the player is told to try again

/* Return the address of the state of a page. Unless `opensSecrets`, a secret question stays behind its curtain. */
export function stateAddress(page, opensSecrets = true) {
  const url = new URL(page, location.href);
  if (!opensSecrets) url.searchParams.delete("alone");
  if (!url.pathname.endsWith(".json")) url.pathname += ".json";
  url.hash = "";
  return url.href;
}

export class GameState {
  /* `handlers` has `show(state, onwards)`, `busy(isBusy)` and `wait(text)`. */
  constructor(handlers) {
    this.handlers = handlers;
    this.requests = 0; // so that a late response is ignored
    this.here = location.href; // to tell a closed dialog from an undone decision
    addEventListener("popstate", () => {
      if (location.href === this.here) return;
      this.here = location.href;
      this.go(this.here, false);
    });
  }

  /* Fetch the state of this page and show it, with the events since the last decision if `moving`. */
  async begin(address, moving) {
    const mine = ++this.requests;
    for (let tries = 0; tries < TRIES && mine === this.requests; tries += 1) {
      const answer = await this.#fetch(stateAddress(address, false), mine);
      if (answer?.ok && mine === this.requests) {
        this.handlers.show(await answer.json(), moving);
        return;
      }
      await new Promise(done => setTimeout(done, RETRY_MS));
    }
  }

  /* Fetch the state at an address and show it. `onwards` is true if the player chose it, false for Back and reloads. */
  async go(address, onwards) {
    const mine = ++this.requests;
    this.handlers.busy(true);
    const answer = await this.#fetch(stateAddress(address, onwards), mine);
    if (mine !== this.requests) return;
    if (!answer || isBusy(answer)) {
      this.handlers.busy(false);
      this.handlers.wait(answer ? "The site is busy. Try again in a minute." : "The site cannot be reached. Try again.");
      return;
    }
    if (!answer.ok) {
      location.assign(address); // the error page
      return;
    }
    const state = await answer.json();
    if (mine !== this.requests) return;
    if (onwards) {
      this.here = new URL(pageAddress(answer.url), location.href).href;
      history.pushState(null, "", this.here);
    }
    this.handlers.busy(false);
    this.handlers.show(state, onwards);
  }

  /* Return the response, once the game is ready. */
  async #fetch(address, mine) {
    let refusals = 0;
    for (;;) {
      let answer;
      try {
        answer = await fetch(address);
      } catch {
        return null;
      }
      const wait = Number(answer.headers.get("Retry-After"));
      if (mine !== this.requests) return answer;
      if (isBusy(answer)) {
        refusals += 1;
        if (refusals > REFUSALS) return answer;
        this.handlers.wait("The site is busy. Your request is repeated.");
      } else if (answer.status === 202) {
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        this.handlers.wait(page.querySelector(".prose p").textContent);
      } else {
        return answer;
      }
      await new Promise(done => setTimeout(done, 1000 * wait));
      if (mine !== this.requests) return answer;
    }
  }
}

/* Return whether the site refused a request because it has too many. */
function isBusy(answer) {
  return [429, 503].includes(answer.status) && answer.headers.has("Retry-After");
}

/* Return the address of the page of a state. */
function pageAddress(state) {
  return state.replace(/\.json(?=$|\?)/, "");
}
