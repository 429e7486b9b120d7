"""Saved games, addresses, shelf files and sweeps of an earlier version still open, and give what
they gave.

`tests/saved/make_fixtures.py` made them. What is compared is what a user gets, never an engine
version.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.support.saved_readers import (
    SAVED,
    SECRET,
    open_game,
    open_play,
    open_shelf,
    open_watch,
    read_json,
    resume_sweep,
    site_client,
    sweep_rows,
)

GAMES = read_json("games.json")
PLAYS = read_json("play.json")
WATCHES = read_json("watch.json")
SHELVES = read_json("shelves.json")
SWEEPS = read_json("sweeps.json")


def every_fourth(entries: list[dict[str, Any]]) -> list[Any]:
    """Return entries as parameters: the first of each four for every day, the others for `make
    check`.
    """
    return [
        entry if number % 4 == 0 else pytest.param(entry, marks=pytest.mark.thorough)
        for number, entry in enumerate(entries)
    ]


@pytest.fixture(scope="module")
def client() -> Iterator[FlaskClient]:
    """A client of the site under whose secret the addresses were made."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CARNAGE_SECRET", SECRET)
        with site_client() as client:
            yield client


def test_fixtures_are_as_many_as_were_made() -> None:
    counts = [len(each) for each in (GAMES, PLAYS, WATCHES, SHELVES, SWEEPS)]

    assert counts == [40, 40, 20, 10, 5]


@pytest.mark.parametrize("entry", GAMES, ids=lambda entry: str(entry["file"]))
def test_saved_game_is_taken_up_where_it_was_left(tmp_path: Path, entry: dict[str, Any]) -> None:
    file = Path(shutil.copy(SAVED / "games" / entry["file"], tmp_path))
    before = json.loads(file.read_text(encoding="utf-8"))

    given = open_game(file, entry["arguments"])

    after = json.loads(file.read_text(encoding="utf-8"))
    assert given == entry["gives"]
    assert after["decisions"] == before["decisions"]


@pytest.mark.parametrize("entry", every_fourth(PLAYS), ids=lambda entry: str(entry["address"])[:60])
def test_address_of_a_played_game_leads_to_the_same_question_or_end(
    client: FlaskClient, entry: dict[str, Any]
) -> None:
    assert open_play(client, entry["address"]) == entry["gives"]


@pytest.mark.parametrize(
    "entry", every_fourth(WATCHES), ids=lambda entry: str(entry["address"])[:60]
)
def test_address_of_a_watched_game_shows_the_same_game(
    client: FlaskClient, entry: dict[str, Any]
) -> None:
    assert open_watch(client, entry["address"]) == entry["gives"]


@pytest.mark.parametrize("entry", every_fourth(SWEEPS), ids=lambda entry: str(entry["folder"]))
def test_unfinished_sweep_goes_on_to_the_same_rows(tmp_path: Path, entry: dict[str, Any]) -> None:
    pytest.importorskip("pyarrow")
    folder = Path(shutil.copytree(SAVED / "sweeps" / entry["folder"], tmp_path / "sweep"))
    rows_before = sweep_rows(folder)["rows"]

    given = resume_sweep(folder)

    assert len(rows_before) == entry["rows_before"] < len(given["rows"])
    assert given == entry["gives"]


@pytest.mark.browser
def test_shelf_file_is_taken_in_whole(browser: Any) -> None:
    from tests.support.browser import opened, served

    with served() as address:
        for entry in SHELVES:
            with opened(browser, address) as page:
                given = open_shelf(page, SAVED / "shelves" / entry["file"])
            assert given == entry["gives"]
