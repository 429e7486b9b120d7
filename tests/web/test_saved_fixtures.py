"""Test that saved games, addresses, shelf files and sweeps of an earlier version give the same
results, or a clear refusal where the rules have changed.
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
    """Return entries as parameters, of which three of each four are for `make soak`."""
    return [
        entry if number % 4 == 0 else pytest.param(entry, marks=pytest.mark.soak)
        for number, entry in enumerate(entries)
    ]


@pytest.fixture(scope="module")
def client() -> Iterator[FlaskClient]:
    """Return a client of the site, with the secret that signed the addresses."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CARNAGE_SECRET", SECRET)
        with site_client() as client:
            yield client


def test_saved_fixtures_are_complete() -> None:
    counts = [len(each) for each in (GAMES, PLAYS, WATCHES, SHELVES, SWEEPS)]

    assert counts == [40, 40, 20, 10, 5]


@pytest.mark.parametrize("entry", GAMES, ids=lambda entry: str(entry["file"]))
def test_saved_game_opened_gives_same_result(tmp_path: Path, entry: dict[str, Any]) -> None:
    file = Path(shutil.copy(SAVED / "games" / entry["file"], tmp_path))
    before = json.loads(file.read_text(encoding="utf-8"))

    if "moved_to" in entry["gives"]:
        with pytest.raises(AssertionError, match=entry["gives"]["moved_to"].removeprefix("/")):
            open_game(file, entry["arguments"])
        assert json.loads(file.read_text(encoding="utf-8")) == before
        return

    if "lost_decision" in entry["gives"]:
        with pytest.raises(AssertionError, match=r"is no longer (offered|asked for)") as lost:
            open_game(file, entry["arguments"])
        assert f"Decision {entry['gives']['lost_decision']} of this game" in str(lost.value)
        assert json.loads(file.read_text(encoding="utf-8")) == before
        return

    given = open_game(file, entry["arguments"])

    after = json.loads(file.read_text(encoding="utf-8"))
    assert given == entry["gives"]
    # By changed rules a finished game may go on.
    assert after["decisions"][: len(before["decisions"])] == before["decisions"]


def check_old_address(client: FlaskClient, entry: dict[str, Any]) -> None:
    """Assert that an address of an earlier length is gone, and that its page names the new one."""
    response = client.get(entry["address"], headers={"Accept": "text/html"})
    assert response.status_code == 410
    assert entry["gives"]["moved_to"] in response.get_data(as_text=True)


@pytest.mark.thorough
@pytest.mark.parametrize("entry", every_fourth(PLAYS), ids=lambda entry: str(entry["address"])[:60])
def test_saved_play_address_gives_same_state(client: FlaskClient, entry: dict[str, Any]) -> None:
    if "moved_to" in entry["gives"]:
        check_old_address(client, entry)
        return
    assert open_play(client, entry["address"]) == entry["gives"]


@pytest.mark.parametrize(
    "entry", every_fourth(WATCHES), ids=lambda entry: str(entry["address"])[:60]
)
def test_saved_watch_address_gives_same_game(client: FlaskClient, entry: dict[str, Any]) -> None:
    if "moved_to" in entry["gives"]:
        check_old_address(client, entry)
        return
    assert open_watch(client, entry["address"]) == entry["gives"]


@pytest.mark.thorough
@pytest.mark.parametrize("entry", every_fourth(SWEEPS), ids=lambda entry: str(entry["folder"]))
def test_saved_sweep_resumed_gives_same_rows(tmp_path: Path, entry: dict[str, Any]) -> None:
    pytest.importorskip("pyarrow")
    folder = Path(shutil.copytree(SAVED / "sweeps" / entry["folder"], tmp_path / "sweep"))
    rows_before = sweep_rows(folder)["rows"]

    if entry["gives"] is None:
        with pytest.raises(AssertionError, match="was begun by other rules or bots"):
            resume_sweep(folder)
        assert sweep_rows(folder)["rows"] == rows_before
        return

    given = resume_sweep(folder)

    assert len(rows_before) == entry["rows_before"] < len(given["rows"])
    assert given == entry["gives"]


@pytest.mark.thorough
@pytest.mark.browser
@pytest.mark.parametrize(
    "entries", [SHELVES[::4], pytest.param(SHELVES, marks=pytest.mark.soak)], ids=["some", "all"]
)
def test_saved_shelf_file_is_imported(browser: Any, entries: list[dict[str, Any]]) -> None:
    from tests.support.browser import open_page, serve

    with serve() as address:
        for entry in entries:
            with open_page(browser, address) as page:
                given = open_shelf(page, SAVED / "shelves" / entry["file"])
            assert given["games"] == entry["gives"]["games"]
            number_of_games = entry["gives"]["told"].partition(" ")[0]
            assert given["told"].startswith(f"Games imported: {number_of_games}.")
