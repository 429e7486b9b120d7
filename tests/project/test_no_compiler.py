"""Test the program and the site without a C compiler: single games, and no job of many games."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from serving.support import find_free_port, until

from carnage.engine.compiling.library import NO_COMPILER

ROOT = Path(__file__).parents[2]
GAMBLE, DUEL, BATTLE = "gamble/908040050000", "duel/5898888888888", "classic/243856987615781"
SENTENCE = "This server has no C compiler, so it cannot run playtests."


def thorough(*parameters: object) -> list[Any]:
    """Return parameters that are tried by `make check` alone."""
    return [pytest.param(each, marks=pytest.mark.thorough) for each in parameters]


@pytest.fixture(scope="module")
def environ(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return environment variables without a compiler, and with an empty cache."""
    changed = {
        "CARNAGE_CC": "/nonexistent",
        "CARNAGE_CACHE": str(tmp_path_factory.mktemp("cache")),
        "CARNAGE_UNCOMPILED": "",
        "PYTHONPATH": str(ROOT),
    }
    return {**os.environ, **changed}


def run_command(environ: dict[str, str], *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "carnage", *words]
    return subprocess.run(command, env=environ, capture_output=True, text=True, check=False)


# --------------------------------------------------------------------------------- the command line


@pytest.mark.parametrize("game", [GAMBLE, *thorough(DUEL, BATTLE)])
def test_play_without_compiler_prints_hint(environ: dict[str, str], game: str) -> None:
    played = run_command(environ, "play", game)
    assert played.returncode == 0
    assert "## The end" in played.stdout
    assert played.stderr == f"{NO_COMPILER}\n"
    assert "\n" not in NO_COMPILER


LOAD_ALL = """
from carnage.engine import games
for family in games.families():
    assert not games.load_family(family).is_compiled
"""


def test_load_family_without_compiler_hints_once(environ: dict[str, str]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOAD_ALL], env=environ, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, f"{NO_COMPILER}\n")


@pytest.mark.parametrize(
    "words", [["roll", "--seed", "243856987615781"], *thorough(["tables"], ["presets"])]
)
def test_roll_without_compiler_prints_no_hint(environ: dict[str, str], words: list[str]) -> None:
    done = run_command(environ, *words)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


@pytest.mark.thorough
def test_simulate_without_compiler_plays_games(environ: dict[str, str]) -> None:
    done = run_command(environ, "simulate", GAMBLE, "--games", "20", "--json")
    assert json.loads(done.stdout)["games"] == 20
    assert done.stderr == f"{NO_COMPILER}\n"


@pytest.mark.thorough
def test_sweep_without_compiler_hints_once(environ: dict[str, str], tmp_path: Path) -> None:
    wanted = ["--book", "gamble", "--rulesets", "2", "--games", "2", "--batch", "1", "--no-skill"]
    done = run_command(environ, "sweep", str(tmp_path / "sweep"), *wanted, "--workers", "2")
    assert "2 rulesets of gamble" in done.stdout
    assert done.stderr.count(NO_COMPILER) == 1


# ----------------------------------------------------------------------------------------- the site


class Site(NamedTuple):
    """A running site without a compiler."""

    address: str
    log: Path

    def ask(self, path: str, method: str = "GET", accept: str = "text/html") -> tuple[int, str]:
        request = urllib.request.Request(
            self.address + path, method=method, headers={"Accept": accept}
        )
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()

    def ask_until_played(self, path: str) -> tuple[int, str]:
        """Return the response once it is no page that waits for a game."""
        end = time.monotonic() + 120
        while time.monotonic() < end:
            status, text = self.ask(path)
            if "reloads automatically" not in text:
                return status, text
            time.sleep(0.5)
        raise AssertionError("it took too long")


@pytest.fixture(scope="module")
def site(environ: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    port, log = find_free_port(), tmp_path_factory.mktemp("site") / "log"
    words = ["serve", "--port", str(port), "--processes", "1"]
    with log.open("wb") as written:
        process = subprocess.Popen(
            [sys.executable, "-m", "carnage", *words], env=environ, stderr=written
        )
    until(lambda: "Carnage is at" in log.read_text() or process.poll() is not None)
    yield Site(f"http://127.0.0.1:{port}", log)
    process.terminate()
    process.wait()


@pytest.mark.thorough
@pytest.mark.parametrize(
    "path", ["/", f"/{BATTLE}", f"/lab/{BATTLE}", "/find/duel", f"/{DUEL}.json"]
)
def test_site_without_compiler_shows_pages(site: Site, path: str) -> None:
    assert site.ask(path)[0] == 200


@pytest.mark.thorough
@pytest.mark.parametrize(
    "path",
    [
        f"/lab/{BATTLE}",
        f"/lab/{BATTLE}/mend",
        f"/lab/{BATTLE}/beside?game={DUEL}",
        "/find/classic",
    ],
)
def test_site_without_compiler_refuses_playtests(site: Site, path: str) -> None:
    status, text = site.ask(path, "POST")
    assert status == 503
    assert SENTENCE in " ".join(text.split())
    status, text = site.ask(path, "POST", "application/json")
    assert status == 503
    assert SENTENCE in json.loads(text)["detail"]


@pytest.mark.thorough
@pytest.mark.parametrize(
    "path", [f"/watch/{BATTLE}?bots=planner,greedy", f"/play/{DUEL}?bots=person,planner"]
)
def test_site_without_compiler_refuses_planners(site: Site, path: str) -> None:
    status, text = site.ask(path)
    assert status == 503
    assert SENTENCE in " ".join(text.split())


@pytest.mark.thorough
@pytest.mark.parametrize("game", [DUEL, *thorough(BATTLE)])
def test_site_without_compiler_shows_watched_game(site: Site, game: str) -> None:
    status, text = site.ask_until_played(f"/watch/{game}")
    assert status == 200
    assert 'class="watch' in text


@pytest.mark.thorough
@pytest.mark.parametrize("game", [GAMBLE, *thorough(BATTLE)])
def test_site_without_compiler_plays_game(site: Site, game: str) -> None:
    status, text = site.ask_until_played(f"/play/{game}?bots=person,greedy")
    assert status == 200
    assert 'id="question"' in text


@pytest.mark.thorough
def test_site_without_compiler_logs_hint_once(site: Site) -> None:
    assert site.ask_until_played(f"/watch/{DUEL}")[0] == 200
    assert site.ask_until_played(f"/play/{DUEL}?bots=person,greedy")[0] == 200
    assert site.log.read_text().count(NO_COMPILER) == 1
