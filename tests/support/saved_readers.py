"""Open saved games, game addresses, shelf files and sweeps as a user does, and return the results.

Nothing here names an engine version: the results must stay the same as long as the rules do.
"""

from __future__ import annotations

import hashlib
import json
import re
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from bs4 import BeautifulSoup, Tag
from click.testing import CliRunner
from flask.testing import FlaskClient
from playwright.sync_api import Page
from werkzeug.test import TestResponse

from carnage.cli.command_line import main
from carnage.web import create_app
from tests.support.job_queues import replay_queue, turn_queues
from tests.support.web import soup

SAVED = Path(__file__).parents[1] / "saved"
PLAIN_OPTION = ("--setting", "none")  # The saved texts are of a version without settings.
SECRET = "the secret of the saved fixtures"  # CARNAGE_SECRET under which the addresses were made
PAGE_TIMEOUT_S = 240.0  # of a page whose game is being played, on a machine that does other things

VERSION_LETTERS, BLOCK_LETTERS = (
    4,
    9,
)  # of packed moves: the rules, then eight answers and a check each
CODED = "."  # begins packed moves with codes: base64 of bytes
VERSION_BYTES, BLOCK_BYTES = 3, 12  # of those: the rules, then eleven answers and a check each
# Alerts of a page that has lost some of its moves.
ALERTS = (
    "damaged",
    "go on where the game does not",
    "is no longer offered",
    "is no longer asked for",
)
SWEEP_COLUMNS = ("number", "digits", "dice", "players", "games", "capped", "error")

_TAKEN_UP = re.compile(r"Continued from .*, after (\d+) decisions\.")
_OPTION = re.compile(r" *\d+  \S")
_WINNER = re.compile(r"(?:^|: )([^:]+?) wins[ ,.]|by an action of (.+?), who wins")


def read_json(name: str) -> Any:
    """Return the parsed content of a file in `tests/saved`."""
    return json.loads((SAVED / name).read_text(encoding="utf-8"))


def digest(text: str) -> str:
    """Return a short hash of a text."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def winner(lines: Sequence[str]) -> str:
    """Return who wins by the last lines of a report, empty for a draw."""
    for line in lines:
        found = _WINNER.search(line)
        if found:
            return found[1] or found[2]
    return ""


def ending(report: Sequence[str]) -> list[str]:
    """Return the lines of a report that follow its last heading."""
    last_heading = max((n for n, line in enumerate(report) if line.startswith("#")), default=-1)
    return [line.strip().removeprefix("- ") for line in report[last_heading + 1 :] if line.strip()]


# -------------------------------------------------------------------------------------- saved games


def open_game(file: Path, arguments: Sequence[str]) -> dict[str, Any]:
    """Resume the saved game in a file by `carnage play`, quit, and return the printed texts."""
    log = file.with_suffix(".log")
    words = ["play", *arguments, *PLAIN_OPTION, "--save-file", str(file), "--events", str(log)]
    result = CliRunner().invoke(main, words, input="q\n")
    assert result.exit_code == 0, f"{words}: {result.output}"
    before, _, after = result.stdout.partition("\nContinued from ")
    taken_up = _TAKEN_UP.match(f"Continued from {after}")
    assert taken_up, result.stdout
    lines = after.splitlines()[1:]
    options = [n for n, line in enumerate(lines) if _OPTION.match(line)]
    report = _report(lines)
    question = lines[options[0] - 1] if options else ""
    last_lines = [] if question else ending(report)
    return {
        "title": before.splitlines()[:2],
        "decisions": int(taken_up[1]),
        "events": len(log.read_text(encoding="utf-8").splitlines()),
        "question": question,
        "options": [lines[n].strip() for n in options],
        "ending": last_lines,
        "winner": winner(last_lines),
        "report": digest("\n".join(report)),
    }


def _report(lines: Sequence[str]) -> list[str]:
    """Return the printed report: up to the first blank line that no heading follows."""
    for n, line in enumerate(lines):
        is_last = n + 1 == len(lines)
        if not line and (is_last or not lines[n + 1].startswith("#")):
            return list(lines[:n])
    return list(lines)


# ---------------------------------------------------------------------------------------- addresses


@contextmanager
def site_client() -> Iterator[FlaskClient]:
    """Yield a client of the site with its own workers; CARNAGE_SECRET must be set before."""
    app = create_app()
    turns, _ = turn_queues()
    shows = replay_queue()
    app.extensions["turns"] = turns, turns
    app.extensions["replays"] = shows, shows
    try:
        yield app.test_client()
    finally:
        turns.close()
        shows.close()


def load_page(client: FlaskClient, address: str) -> TestResponse:
    """Return the page at an address, once it no longer says that it is being made."""
    address = _in_plain_words(address)
    deadline = time.monotonic() + PAGE_TIMEOUT_S
    while time.monotonic() < deadline:
        response = client.get(address, follow_redirects=True, headers={"Accept": "text/html"})
        if response.status_code == 200 and "reloads automatically" not in response.text:
            return response
        assert response.status_code in (200, 503), f"{address}: {response.status_code}"
        time.sleep(0.05)
    raise AssertionError(f"{address} took too long")


def _in_plain_words(address: str) -> str:
    """Return an address whose page has the words of the plain book.

    The saved texts are of a version without settings.
    """
    if "setting=" in address:
        return address
    return f"{address}{'&' if '?' in address else '?'}setting=none"


def open_play(client: FlaskClient, address: str) -> dict[str, Any]:
    """Open the address of a game with people in it, and return the texts of its page and report."""
    page = soup(load_page(client, address).text)
    question = _texts(page, "#question")[0]
    is_over = page.select_one(".again") is not None
    alerts = " ".join(_texts(page, "[role=alert]"))
    report = load_page(client, _report_address(address)).text
    results = ending(report.splitlines()) if is_over else []
    return {
        "title": _texts(page, "h1")[0],
        "seats": _texts(page, ".menu-list p")[0],
        "decisions": _decisions(page, address),
        "question": question,
        "options": _texts(page, ".option"),
        "ending": results,
        "winner": winner(results),
        "lost_moves": any(alert in alerts for alert in ALERTS),
        "report": digest(report),
    }


def open_watch(client: FlaskClient, address: str) -> dict[str, Any]:
    """Open the address of a watched game, and return the texts of its page, replay and report."""
    page = soup(load_page(client, address).text)
    film = json.loads(load_page(client, _in_form(address, "json")).text)
    report = load_page(client, _in_form(address, "md")).text
    last_lines = ending(report.splitlines()) if film["over"] else []
    return {
        "title": _texts(page, "h1")[0],
        "seats": _texts(page, ".menu-list .kicker")[0],
        "step": _texts(page, "[data-shown=now] > p"),
        "events": len(film["steps"]),
        "over": film["over"],
        "ending": last_lines,
        "winner": winner(last_lines),
        "report": digest(report),
    }


def count_answers(moves: str) -> int:
    """Return the number of answers that are packed into the moves of an address."""
    if moves.startswith(CODED):
        letters = len(moves) - len(CODED)
        size = max(0, letters * 6 // 8 - VERSION_BYTES)
        return size - -(-size // BLOCK_BYTES)
    letters = max(0, len(moves) - VERSION_LETTERS)
    return letters - -(-letters // BLOCK_LETTERS)


def moves_of(address: str) -> str:
    """Return the packed moves of an address."""
    return dict(parse_qsl(urlsplit(address).query)).get("moves", "")


def _decisions(page: BeautifulSoup, address: str) -> int:
    """Return the number of answers so far: by the first option's address if there are options."""
    option = page.select_one("a.option")
    if isinstance(option, Tag):
        return count_answers(moves_of(str(option["href"]))) - 1
    return count_answers(moves_of(address))


def _texts(page: BeautifulSoup, selector: str) -> list[str]:
    return [" ".join(each.get_text().split()) for each in page.select(selector)]


def _report_address(address: str) -> str:
    """Return the address of the report of a game that is played at an address."""
    parts = urlsplit(address)
    query = [pair for pair in parse_qsl(parts.query) if pair[0] not in ("alone", "since", "at")]
    path = parts.path.replace("/play/", "/watch/")
    return f"{path}.md?{urlencode(query)}"


def _in_form(address: str, form: str) -> str:
    """Return the address of a watched game in another form than its page."""
    path, _, query = address.partition("?")
    return f"{path}.{form}?{query}"


# -------------------------------------------------------------------------------------------- shelf


def open_shelf(page: Page, file: Path) -> dict[str, Any]:
    """Open a shelf's file on the page of an empty shelf, and return the games on it."""
    page.goto("/shelf")
    page.evaluate("localStorage.clear()")
    page.reload()
    page.locator("input[type=file]").set_input_files(file)
    told = page.locator("[data-told]:not(:empty)")
    told.wait_for()
    return {"told": told.inner_text(), "games": shelf_rows(page)}


def shelf_rows(page: Page) -> list[dict[str, Any]]:
    """Return the games on the shelf of a page, with all their stored data."""
    rows: list[dict[str, Any]] = page.evaluate(
        """() => {
            const stored = JSON.parse(localStorage.getItem("carnage.shelf") ?? '{"games": {}}').games;
            return [...document.querySelectorAll("[data-list] > li")].map(row => ({
                list: row.parentElement.dataset.list,
                address: row.querySelector("h3 a").getAttribute("href"),
                title: row.querySelector("[data-title]").textContent,
                of: row.querySelector("[data-of]").textContent,
                kept: row.querySelector("[name=kept]").checked,
                rating: row.querySelector("[name=rating]").value,
                notes: row.querySelector("[name=notes]").value,
                names: stored[row.dataset.at].names,
            }));
        }"""
    )
    return rows


# ------------------------------------------------------------------------------------------- sweeps


def resume_sweep(folder: Path) -> dict[str, Any]:
    """Go on with the sweep in a folder by `carnage sweep`, and return its rows once it is done."""
    result = CliRunner().invoke(main, ["sweep", str(folder), "--workers", "1"])
    assert result.exit_code == 0, result.output
    return sweep_rows(folder)


def sweep_rows(folder: Path) -> dict[str, Any]:
    """Return the rows of a sweep: its rulesets, their means, and a count of the rows of games."""
    from pyarrow import parquet

    parts = [parquet.read_table(part) for part in sorted(folder.glob("rulesets/*.parquet"))]
    games = [
        parquet.read_metadata(part).num_rows for part in sorted(folder.glob("games/*.parquet"))
    ]
    rows = sorted(
        (row for part in parts for row in part.to_pylist()), key=lambda row: int(row["number"])
    )
    return {"rows": [_sweep_row(row) for row in rows], "games": sum(games)}


def _sweep_row(row: dict[str, Any]) -> dict[str, Any]:
    """Return the columns that identify a row, and its means, with numbers to six digits."""
    kept = {}
    for name, value in row.items():
        if name in SWEEP_COLUMNS or name.startswith("mean."):
            kept[name] = float(f"{value:.6g}") if isinstance(value, float) else value
    return kept
