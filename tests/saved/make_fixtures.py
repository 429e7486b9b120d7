"""Make the saved games, addresses, shelf files and sweeps of this folder, and what opening each
gives.

They were made once, from commit e0a47c549a9411be046e1ae57216fde896994495, and are never made again:
they stand for what users have on their disks and in their bookmarks, and later versions must open
them (`tests/web/test_saved_fixtures.py`). Until release 1.0.0 the rules change, so `gives` was
written again for games that go otherwise, and three saved games and five sweeps are refused. This script is kept to show how they were made; it needs the
package as it was at that commit.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from click.testing import CliRunner
from flask.testing import FlaskClient

sys.path.insert(0, str(Path(__file__).parents[2]))

from carnage import catalog
from carnage.catalog import Book
from carnage.cli.command_line import main
from carnage.matches.moves import LETTERS, PLANNED_VALUE
from carnage.rulesets.ruleset import Ruleset, resolve
from carnage.seeds import Seed
from carnage.sweeps import plan as plans
from carnage.sweeps import runner
from carnage.sweeps.folder import SweepFolder
from tests.support.browser import open_page, run_chromium, serve
from tests.support.rulesets import rolling
from tests.support.saved_readers import (
    BLOCK_LETTERS,
    SAVED,
    SECRET,
    VERSION_LETTERS,
    load_page,
    moves_of,
    open_game,
    open_play,
    open_shelf,
    open_watch,
    resume_sweep,
    site_client,
    sweep_rows,
)
from tests.support.web import soup

OWN = {
    "classic": "side-1~The Orks of Grub*captain~Grub*rifle~Bow",
    "skirmish": "side-2~Óðinn’s Host*boss~Freyja",
    "duel": "side-1~Red Rover*side-2~Blue Heron",
    "gamble": "side-1~Anna*side-2~Bertrand",
}
TO_THE_END = 20_000  # typed lines, or clicks, after which every game is over
MAX_CLICKS = 400  # on the way to the end of a game
MAX_SECRET_CLICKS = 60  # until somebody has answered in secret
TRIES = 40  # rulesets among which one is looked for in which that happens


def ruleset_of(book: Book, key: str, **options: str) -> Ruleset:
    """Return the ruleset of a key, in which some tables have these options."""
    seed = Seed.from_text(f"saved/{book.code}/{key}", book.length)
    for table, code in options.items():
        seed = rolling(book, seed, table.replace("_", "-"), code)
    return resolve(book, seed)


def write_json(name: str, content: Any) -> None:
    """Write a file of this folder."""
    text = json.dumps(content, ensure_ascii=False, indent=1)
    (SAVED / name).write_text(text + "\n", encoding="utf-8")


# -------------------------------------------------------------------------------------- saved games


@dataclass(frozen=True)
class GameSpec:
    """A saved game: its opponents, the person's seat from 1, and how many lines the person
    types.
    """

    bots: str
    me: int
    lines: int
    undo: bool = False
    own: bool = False
    name: str = ""


GAMES = (
    GameSpec("greedy", 1, TO_THE_END),
    GameSpec("random", 2, TO_THE_END),
    GameSpec("greedy", 2, 12),
    GameSpec("random", 1, 90, undo=True),
    GameSpec("planner", 1, 9),
    GameSpec("planner", 2, 6),
    GameSpec("greedy", 1, 220, own=True),
    GameSpec("random", 2, 35, name="Last Stand"),
    GameSpec("greedy", 2, 160, undo=True),
    GameSpec("greedy", 1, 0),
)
GAMBLE_GAMES = (
    GameSpec("greedy", 3, TO_THE_END),
    GameSpec("exact", 1, TO_THE_END),
    GameSpec("exact", 2, 6),
    GameSpec("random", 2, 3),
    GameSpec("planner", 1, 4),
    GameSpec("planner", 2, TO_THE_END),
    GameSpec("exact,random", 1, 2, undo=True, own=True),
    GameSpec("greedy,exact", 2, 7, name="Last Stand"),
    GameSpec("random", 1, 4, undo=True),
    GameSpec("exact", 2, 0),
)


def make_games() -> None:
    """Play the saved games with `carnage play`, as a person does who types numbers at random."""
    (SAVED / "games").mkdir(exist_ok=True)
    entries = []
    for code in catalog.book_codes():
        specs = GAMBLE_GAMES if code == "gamble" else GAMES
        for n, spec in enumerate(specs):
            entry = make_game(catalog.book(code), n, spec)
            entries.append(entry)
            print(
                entry["file"],
                {key: entry["gives"][key] for key in ("decisions", "events", "winner")},
            )
    write_json("games.json", entries)


def make_game(book: Book, n: int, spec: GameSpec) -> dict[str, Any]:
    """Play one game, keep its file, and return how it is opened and what that gives."""
    ruleset = ruleset_of(book, f"games/{n}")
    file = SAVED / "games" / f"{book.code}-{n}.json"
    file.unlink(missing_ok=True)
    game = ruleset.path
    if spec.name:
        game = f"https://carnage.example{game}?{urlencode({'name': spec.name})}"
    arguments = [game, "--side", str(spec.me), "--bots", spec.bots]
    if n % 2:
        arguments += ["--dice-seed", str(1000 * n + 7)]
    if n % 3:
        arguments += ["--game-number", str(n)]
    if spec.own:
        arguments += ["--custom-names", OWN[book.code]]
    words = ["play", *arguments, "--save-file", str(file)]
    result = CliRunner().invoke(main, words, input=typed(f"{book.code}/{n}", spec))
    assert result.exit_code == 0, result.output
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(shutil.copy(file, folder))
        return {"file": file.name, "arguments": arguments, "gives": open_game(copy, arguments)}


def typed(key: str, spec: GameSpec) -> str:
    """Return what a person types: numbers, of which those that are too large are asked for
    again.
    """
    chance = random.Random(key)
    lines = [str(chance.randint(1, 5)) for _ in range(spec.lines)]
    if spec.undo:
        lines.insert(spec.lines // 2, "u")
        lines.append("u")
    return "\n".join([*lines, "q"]) + "\n"


# ---------------------------------------------------------------------------------------- addresses


@dataclass(frozen=True)
class PlaySpec:
    """A game that is played on the site: who plays, and how many options are clicked.

    Args:
        undo: Whether the last answers are taken back.
        to_a_secret: Whether it is left as soon as the address has a sealed answer in it.
    """

    bots: str
    clicks: int
    undo: bool = False
    to_a_secret: bool = False
    own: bool = False
    name: str = ""


PLAYS = (
    PlaySpec("person,greedy", TO_THE_END),
    PlaySpec("greedy,person", 14, own=True),
    PlaySpec("person,random", 25, name="Last Stand"),
    PlaySpec("random,person", TO_THE_END, own=True, name="Grub’s Dawn"),
    PlaySpec("person,planner", 3),
    PlaySpec("planner,person", 3, undo=True),
    PlaySpec("person,person", 18, undo=True),
    PlaySpec("person,person", TO_THE_END),
    PlaySpec("person,person", 4, to_a_secret=True),
    PlaySpec("planner,person", 1, to_a_secret=True),
)
GAMBLE_PLAYS = (
    PlaySpec("person,greedy", TO_THE_END),
    PlaySpec("person,exact", TO_THE_END, own=True),
    PlaySpec("exact,person", 3, name="Last Stand"),
    PlaySpec("random,person", 5, undo=True),
    PlaySpec("person,random", 2),
    PlaySpec("person,planner", 3),
    PlaySpec("planner,person", TO_THE_END, own=True, name="Grub’s Dawn"),
    PlaySpec("greedy,person", 4),
    PlaySpec("person,person", 9, undo=True),
    PlaySpec("person,person", TO_THE_END),
)
SECRETIVE = {
    "classic": {"initiative": "earnt-resource-bid"},
    "skirmish": {"initiative": "earnt-resource-bid"},
    "duel": {},
}


def make_plays(client: FlaskClient) -> list[str]:
    """Play games on the site by clicking; return the addresses of those that are over."""
    entries = []
    for code in catalog.book_codes():
        for n, spec in enumerate(GAMBLE_PLAYS if code == "gamble" else PLAYS):
            address = play(client, catalog.book(code), n, spec)
            entries.append({"address": address, "gives": open_play(client, address)})
            print(address, entries[-1]["gives"]["decisions"], entries[-1]["gives"]["winner"])
    write_json("play.json", entries)
    return [str(entry["address"]) for entry in entries if entry["gives"]["ending"]]


def play(client: FlaskClient, book: Book, n: int, spec: PlaySpec) -> str:
    """Play a game as far as is wanted, and return its address."""
    for attempt in range(TRIES):
        options = SECRETIVE[book.code] if spec.to_a_secret else {}
        ruleset = ruleset_of(book, f"play/{n}/{attempt}", **options)
        if ruleset.players < len(spec.bots.split(",")):
            continue
        query = {
            "bots": spec.bots,
            "dice": str(31 * n) if n % 2 else "",
            "game": str(n) if n % 3 else "",
        }
        query |= {"name": spec.name, "own": OWN[book.code] if spec.own else ""}
        start = f"/play{ruleset.path}?{urlencode({key: value for key, value in query.items() if value})}"
        address = click_through(client, start, spec, random.Random(f"play/{book.code}/{n}"))
        if not spec.to_a_secret or is_sealed(address):
            return address
    raise AssertionError(f"nobody answers in secret: {book.code}, {spec}")


def click_through(client: FlaskClient, address: str, spec: PlaySpec, chance: random.Random) -> str:
    """Click options at random, then undo if that is wanted, and return the address of the last
    page.
    """
    most = MAX_SECRET_CLICKS if spec.to_a_secret else min(spec.clicks, MAX_CLICKS)
    clicks = 0
    while clicks < most:
        if spec.to_a_secret and clicks >= spec.clicks and is_sealed(address):
            return address
        links = page_links(client, address)
        leave = links("[data-key=b]") if spec.clicks == TO_THE_END and clicks > 3 else []
        curtain = links(".question p > a.button[data-goes]")
        options = leave or curtain or links("a.option")
        if not options:
            return address
        address = last_address(client, chance.choice(options))
        clicks += not curtain
    if spec.undo:
        address = page_links(client, address)("[data-key=u]")[0]
    return address


def page_links(client: FlaskClient, address: str) -> Callable[[str], list[str]]:
    """Return a function that gives the addresses of the links of a page that a selector selects."""
    page = soup(load_page(client, address).text)
    return lambda selector: [str(link["href"]) for link in page.select(selector)]


def last_address(client: FlaskClient, address: str) -> str:
    """Return the address of the page that a link leads to in the end."""
    request = load_page(client, address).request
    return f"{request.path}?{request.query_string.decode()}"


def is_sealed(address: str) -> bool:
    """Whether the moves of an address hold an answer that nobody can read in it."""
    letters = moves_of(address)[VERSION_LETTERS:]
    blocks = [letters[n : n + BLOCK_LETTERS][:-1] for n in range(0, len(letters), BLOCK_LETTERS)]
    return any(LETTERS.index(letter) >= PLANNED_VALUE for letter in "".join(blocks))


WATCHES = ("greedy", "random", "greedy,random", "random,greedy")
GAMBLE_WATCHES = ("exact", "planner,exact", "greedy,exact", "random")


def make_watches(client: FlaskClient, played: Sequence[str]) -> None:
    """Choose addresses of games to be watched: four of bots and one of persons for each book."""
    entries = []
    for address in watched_addresses(played):
        events = open_watch(client, address)["events"]
        at = random.Random(address).randint(1, events)
        entries.append(
            {"address": f"{address}&at={at}", "gives": open_watch(client, f"{address}&at={at}")}
        )
        print(entries[-1]["address"], events, entries[-1]["gives"]["winner"])
    write_json("watch.json", entries)


def watched_addresses(played: Sequence[str]) -> Iterator[str]:
    """Give the addresses, without the event that is looked at."""
    for code in catalog.book_codes():
        for n, bots in enumerate(GAMBLE_WATCHES if code == "gamble" else WATCHES):
            ruleset = ruleset_of(catalog.book(code), f"watch/{n}")
            query = {"dice": str(97 * n + 1), "game": str(n + 2), "bots": bots}
            if n == 3:
                query |= {"name": "Last Stand", "own": OWN[code]}
            yield f"/watch{ruleset.path}?{urlencode(query)}"
        of_persons = next(address for address in played if f"/play/{code}/" in address)
        yield of_persons.replace("/play/", "/watch/")


# -------------------------------------------------------------------------------------------- shelf

NOTES = (
    "",
    "Played twice.\n<b>Anna</b> won.",
    "Zu lang für einen Abend — aber schön.",
    '再来一局 🎲 "quoted", back\\slash',
    "x" * 2000,
)
SHELVES = 10


def make_shelves() -> None:
    """Fill shelves in a browser as a visitor does, and save each as a file by the page's own
    button.
    """
    (SAVED / "shelves").mkdir(exist_ok=True)
    entries = []
    with run_chromium() as browser, serve() as address:
        for n in range(SHELVES):
            with open_page(browser, address) as page:
                fill_shelf(page, n)
                page.goto("/shelf")
                with page.expect_download() as download:
                    page.get_by_role("button", name="Save as a file").click()
                file = SAVED / "shelves" / f"carnage-shelf-{n}.json"
                download.value.save_as(file)
            with open_page(browser, address) as page:
                entries.append({"file": file.name, "gives": open_shelf(page, file)})
                print(file.name, entries[-1]["gives"]["told"])
    write_json("shelves.json", entries)


def fill_shelf(page: Any, n: int) -> None:
    """Look at some games, keep every other one, and rate, annotate and name what is kept."""
    chance = random.Random(f"shelf/{n}")
    for k in range(1 + n % 5):
        book = catalog.book(catalog.book_codes()[(n + k) % 4])
        query = {}
        if (n + k) % 3 == 0:
            query["name"] = f"Stand №{n}"
        if (n + k) % 5 == 1:
            query["own"] = OWN[book.code]
        path = ruleset_of(book, f"shelf/{n}/{k}").path
        page.goto(f"{path}?{urlencode(query)}" if query else path)
        if k % 2 == 0:
            page.get_by_role("button", name="Save this game", exact=True).click()
    page.goto("/shelf")
    for row in page.locator("[data-list=own] > li").all():
        row.locator("[name=rating]").select_option(str(chance.randint(0, 5)))
        row.locator("[name=notes]").fill(chance.choice(NOTES))
    if n % 3 == 2:
        name_figures(page)


def name_figures(page: Any) -> None:
    """Give names to a figure and a side of the first game, as the page of own names does."""
    page.evaluate(
        """async () => {
            const shelf = document.querySelector("script[type=module]").src;
            const { change } = await import(shelf.replace("home/shelf.js", "shared/saved_games.js"));
            const first = document.querySelector("[data-list=own] > li").dataset.at;
            change(first, { names: { "side-1": "The Orks of Grub", captain: "Grub" } });
        }"""
    )


# ------------------------------------------------------------------------------------------- sweeps

SWEEPS: dict[str, dict[str, Any]] = {
    "classic": {"book": "classic", "rulesets": 5, "games": 6, "batch": 2, "skill": False},
    "skirmish": {"book": "skirmish", "rulesets": 5, "games": 6, "batch": 2, "skill": False},
    "duel": {"book": "duel", "rulesets": 8, "games": 10, "batch": 3, "seed": 5, "skill": True},
    "gamble": {"book": "gamble", "rulesets": 12, "games": 20, "batch": 4, "skill": False},
    "bots": {
        "book": "gamble",
        "rulesets": 8,
        "games": 12,
        "batch": 3,
        "bots": ("exact", "random", "greedy"),
        "seed": 9,
        "skill": False,
        "keep_games": True,
    },
}
BATCHES = 2  # that are played before a sweep is broken off


class BrokenOff:
    """Plays batches in this process until somebody presses Ctrl-C."""

    loses_all = True

    def __init__(self, batches: int) -> None:
        self.left = batches

    def size(self) -> int:
        return 1

    def submit(self, function: Callable[..., Any], *given: Any) -> Future[Any]:
        if not self.left:
            raise KeyboardInterrupt
        self.left -= 1
        future: Future[Any] = Future()
        future.set_result(function(*given))
        return future

    def renew(self) -> bool:
        return True

    def __enter__(self) -> BrokenOff:
        return self

    def __exit__(self, *_: object) -> None:
        pass


def make_sweeps() -> None:
    """Begin sweeps, break each off after its second batch, and keep the rows that it has once it
    goes on.
    """
    entries = []
    for name, wanted in SWEEPS.items():
        folder = SAVED / "sweeps" / name
        shutil.rmtree(folder, ignore_errors=True)
        plan = plans.build_plan(**wanted)
        try:
            runner.run(SweepFolder(folder), plan, BrokenOff(BATCHES), flush=0.0)
        except KeyboardInterrupt:
            (folder / ".lock").unlink(missing_ok=True)
        before = sweep_rows(folder)
        with tempfile.TemporaryDirectory() as place:
            gives = resume_sweep(Path(shutil.copytree(folder, Path(place) / name)))
        with tempfile.TemporaryDirectory() as place:
            runner.run(SweepFolder(Path(place) / name), plan, BrokenOff(TO_THE_END))
            assert sweep_rows(Path(place) / name) == gives
        entries.append({"folder": name, "rows_before": len(before["rows"]), "gives": gives})
        print(name, len(before["rows"]), "of", len(gives["rows"]))
    write_json("sweeps.json", entries)


def make_addresses() -> None:
    """Make the addresses of games that are played and watched."""
    with site_client() as client:
        played = make_plays(client)
        make_watches(client, played)


if __name__ == "__main__":
    os.environ["CARNAGE_SECRET"] = SECRET
    makers = {
        "games": make_games,
        "addresses": make_addresses,
        "shelves": make_shelves,
        "sweeps": make_sweeps,
    }
    for kind in sys.argv[1:] or makers:
        makers[kind]()
