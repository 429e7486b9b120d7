"""Test the watch page: the events of games between bots, their files and their jobs."""

from __future__ import annotations

import gzip
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from flask import Flask
from markdown import Markdown

import carnage
from carnage.common.assets import imported_scripts
from carnage.drawing.alt_text import describe_piece, describe_track
from carnage.jobs.queue import JobQueue
from carnage.jobs.results import Key
from carnage.jobs.settings import QueueSettings
from carnage.jobs.status import VisitorLimit
from carnage.replays import replay
from carnage.web import create_app
from carnage.web.matches import watch_data
from carnage.web.matches.game_views import describe_players
from tests.support import job_tasks
from tests.support.rulesets import BOOKS, PUBLISHED
from tests.support.shows import GAMES, site
from tests.support.stand_ins import StubQueue
from tests.support.web import soup

ROOT = Path(__file__).parents[2]
DUEL = GAMES["duel"]


def load_page(address: str) -> BeautifulSoup:
    answer = site().test_client().get(address)
    assert answer.status_code == 200, address
    return soup(answer.text)


def read_last_event(address: str) -> int:
    return int(load_page(address).select_one("[data-shown=at]").next_sibling.next_sibling.text)


@pytest.fixture
def waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    """Return an application in which no replay ends, and at most two are under way."""
    monkeypatch.setenv(job_tasks.GATE, str(tmp_path / "gate"))
    settings = QueueSettings("replay", niceness=0, max_pending=2, max_per_visitor=3, max_results=4)
    held = JobQueue(job_tasks.held_replay, settings)
    app = create_app()
    app.extensions["replays"] = held, held
    monkeypatch.setattr(watch_data, "WAIT_S", 0.2)
    yield app
    (tmp_path / "gate").touch()
    held.close()


# ------------------------------------------------------------------------------------- shown events


@pytest.mark.parametrize("code", BOOKS)
def test_watch_page_last_event_shows_last_scene(code: str) -> None:
    film = replay.decode_replay(site().test_client().get(f"{GAMES[code]}.json").data)
    *_, scene = replay.iterate_scenes(film)
    shown = load_page(f"{GAMES[code]}?at={len(film.steps)}&setting=none")
    pieces = {group["id"]: group.title.text for group in shown.select(".watch .drawing-piece")}
    assert pieces == {
        f"t-piece-{piece.id}": describe_piece(piece, scene.sides) for piece in scene.pieces
    }
    tracks = " ".join(text.text for text in shown.select("text.drawing-track"))
    assert sorted(tracks.split()) == sorted(" ".join(map(describe_track, scene.tracks)).split())
    listed = " ".join(item.text for item in shown.select("[data-shown=list] li"))
    assert all(describe_piece(piece, scene.sides) in listed for piece in scene.pieces)
    assert all(describe_track(track) in listed for track in scene.tracks)
    said = [line for line in film.steps[-1].lines if not line.startswith("#")]
    assert [p.text for p in shown.select("[data-shown=now] p:not(.head, .by)")] == [
        *map(str.strip, said)
    ]
    assert shown.select_one("[data-way=later]").get("href") is None
    assert shown.select_one("[data-way=last]")["aria-disabled"] == "true"


@pytest.mark.thorough
def test_watch_page_links_step_through_game() -> None:
    """Follow links event by event to the end, and turn by turn back."""
    film = replay.decode_replay(site().test_client().get(f"{DUEL}.json").data)
    met, there = [], load_page(DUEL)
    while address := there.select_one("[data-way=later]").get("href"):
        there = load_page(address)
        met.append(int(there.select_one(".watch")["data-at"]))
    said = [step.n for step in film.steps if step.lines]
    assert met == sorted(set(met))
    assert set(said) <= set(met)
    back = [met[-1]]
    while address := there.select_one('[data-way="earlier round"]').get("href"):
        there = load_page(address)
        back.append(int(there.select_one(".watch")["data-at"]))
    rounds = [step.n for step in film.steps if any(line.startswith("## ") for line in step.lines)]
    assert back == sorted({0, *rounds, met[-1]}, reverse=True)


def test_watch_page_event_links_to_its_rule() -> None:
    address = f"{DUEL}?at=10"
    shown = load_page(address)
    current = shown.select_one("li[aria-current=step]")
    assert current["id"] == "e10"
    assert {a["href"] for a in current.select("a")} == {address}
    rule = shown.select_one(".by a")
    rules = site().test_client().get(rule["href"].partition("#")[0])
    assert soup(rules.text).find(id=rule["data-rule"]) is not None
    assert all(a["rel"] == ["nofollow"] for a in shown.select("a[href^='/watch']"))


def test_watch_page_preloads_all_scripts() -> None:
    shown = load_page(DUEL)
    preloaded = [link["href"] for link in shown.select("link[rel=modulepreload]")]
    assert len(preloaded) == len(imported_scripts("matches/watch.js"))
    assert all(site().test_client().get(address).status_code == 200 for address in preloaded)


def test_watch_page_query_is_preserved() -> None:
    shown = load_page(f"{DUEL}?dice=3&game=2&bots=random,greedy&name=Last+Stand&at=4")
    assert shown.h1.text == "Last Stand"
    later = shown.select_one("[data-way=later]")["href"]
    assert later == f"{DUEL}?dice=3&game=2&bots=random,greedy&at=5&name=Last+Stand"
    assert shown.select_one("input[name=name]")["value"] == "Last Stand"
    assert [chosen["value"] for chosen in shown.select("select[name=bots] [selected]")] == [
        "random",
        "greedy",
    ]
    another = shown.select_one(".nexts .button")["href"]
    assert "game=3" in another
    assert "at=" not in another


# ---------------------------------------------------------------------------------------- addresses


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/watch/chess/1234", 404),
        ("/watch/duel/123", 404),
        ("/watch/duel/58988888888x8", 404),
        (f"{DUEL}.pdf", 404),
        (f"{DUEL}/more", 404),
        (f"{DUEL}?at=100000", 404),
        (f"{DUEL}.svg?at=100000", 404),
        (f"{DUEL}?at=x", 400),
        (f"{DUEL}?at=-1", 400),
        (f"{DUEL}?at=%D9%A3", 400),
        (f"{DUEL}?dice=x", 400),
        (f"{DUEL}?dice={'9' * 21}", 400),
        (f"{DUEL}?game=1.5", 400),
        (f"{DUEL}?game={'9' * 20}", 400),
        (f"{DUEL}?bots=nobody", 400),
        (f"{DUEL}?bots=greedy,greedy,greedy", 400),
        (f"{DUEL}?name=%3Cb%3E", 400),
    ],
)
def test_watch_page_invalid_address_is_refused(address: str, status: int) -> None:
    answer = site().test_client().get(address)
    assert answer.status_code == status
    assert soup(answer.text).h1.text


def test_watch_page_head_and_known_tag_have_no_body() -> None:
    client = site().test_client()
    for address in (DUEL, f"{DUEL}.json", f"{DUEL}.reel", f"{DUEL}.svg?at=9", f"{DUEL}.html"):
        answer = client.get(address)
        assert answer.status_code == 200
        assert answer.headers["X-Robots-Tag"] == "noindex, nofollow"
        assert answer.headers["Cache-Control"] == "no-cache"
        head = client.head(address)
        assert (head.status_code, head.data) == (200, b"")
        assert head.headers["ETag"] == answer.headers["ETag"]
        again = client.get(address, headers={"If-None-Match": answer.headers["ETag"]})
        assert (again.status_code, again.data) == (304, b"")


@pytest.mark.parametrize("form", ["json", "reel"])
def test_replay_accept_gzip_is_compressed(form: str) -> None:
    client = site().test_client()
    plain = client.get(f"{DUEL}.{form}")
    packed = client.get(f"{DUEL}.{form}", headers={"Accept-Encoding": "gzip"})
    again = client.get(f"{DUEL}.{form}", headers={"If-None-Match": plain.headers["ETag"]})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert "Content-Encoding" not in plain.headers
    assert again.status_code == 304
    assert {answer.headers["Vary"] for answer in (plain, packed, again)} == {"Accept-Encoding"}
    assert gzip.decompress(packed.data) == plain.data
    assert plain.headers["ETag"] != packed.headers["ETag"]


@pytest.mark.parametrize(
    ("bots", "played", "told"),
    [
        (("greedy", "greedy"), False, "All sides: bots that play to win."),
        (("greedy", "random"), False, "A: a bot that plays to win; B: a bot that plays at random."),
        (("person", "greedy"), False, "A: a person; B: a bot that plays to win."),
        (("person", "greedy", "greedy"), True, "A: you; all others: bots that play to win."),
        (("person", "person"), True, "A and B: persons."),
    ],
)
def test_describe_players_names_bots_and_people(
    bots: tuple[str, ...], played: bool, told: str
) -> None:
    assert describe_players(list(zip("ABC", bots, strict=False)), played) == told


@pytest.mark.parametrize("code", GAMES)
def test_watch_page_form_describes_bots(code: str) -> None:
    labels = [
        " ".join(option.text.split())
        for option in load_page(GAMES[code]).select("select[name=bots] option")
    ]
    assert "greedy: plays to win" in labels
    assert "random: plays at random" in labels
    assert "planner: plans ahead, slow" in labels


def test_templates_describe_bots_without_names() -> None:
    """Leave out forms, which offer names, and the ladder."""
    templates = Path(carnage.__file__).parent / "templates"
    for file in templates.rglob("*.html"):
        said = re.sub(r"(?s)\{[{%#].*?[}%#]\}|<dl class=.ladder.*?</dl>", "", file.read_text())
        assert not re.search(r"greedy|random (bot|one)s?\b", said, re.IGNORECASE), file


def test_watch_page_is_not_crawled() -> None:
    client = site().test_client()
    assert "Disallow: /watch" in client.get("/robots.txt").text.splitlines()
    for address in (f"/classic/{PUBLISHED}?name=A+%26+B", f"/lab/classic/{PUBLISHED}?name=A+%26+B"):
        link = soup(client.get(address).text).select_one('a[href^="/watch/"]')
        assert link["href"] == f"/watch/classic/{PUBLISHED}?name=A+%26+B"
        assert link["rel"] == ["nofollow"]


# ----------------------------------------------------------------------------------- while it waits


@pytest.mark.thorough
def test_watch_page_pending_is_not_cached(waiting: Flask) -> None:
    client = waiting.test_client()
    answer = client.get(f"{DUEL}?at=3")
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["X-Robots-Tag"] == "noindex, nofollow"
    assert "ETag" not in answer.headers
    shown = soup(answer.text)
    assert shown.select_one("meta[http-equiv=refresh]")["content"] == "2"
    assert shown.select_one(f'main a[href="{DUEL}?at=3"]') is not None
    answer = client.get(f"{DUEL}.reel")
    assert answer.status_code == 503
    assert int(answer.headers["Retry-After"]) > 0


def test_report_pending_refreshes_itself(waiting: Flask) -> None:
    answer = waiting.test_client().get(f"{DUEL}.md", headers={"Accept": "text/html,*/*;q=0.8"})
    assert answer.status_code == 503, "this is not the report"
    assert answer.headers["Cache-Control"] == "no-store"
    shown = soup(answer.text)
    assert shown.select_one("meta[http-equiv=refresh]")["content"] == "2"
    assert shown.select_one(f'main a[href="{DUEL}.md"]') is not None


@pytest.mark.thorough
def test_watch_page_queue_full_returns_503(waiting: Flask) -> None:
    client = waiting.test_client()
    for game in (0, 1):
        assert client.get(f"{DUEL}?game={game}").status_code == 200
    answer = client.get(f"{DUEL}?game=2&at=7")
    assert answer.status_code == 503
    assert "The site has too many replays in progress (limit: 2)." in answer.text
    assert int(answer.headers["Retry-After"]) > 0
    assert soup(answer.text).select_one(f'main a[href="{DUEL}?game=2&at=7"]') is not None
    assert client.get(f"{DUEL}?game=1").status_code == 200  # this job exists


@pytest.mark.parametrize("ending", ["", ".json"])
def test_watch_page_visitor_limit_returns_429(ending: str) -> None:
    class Limited(StubQueue):
        def submit(self, key: Key, visitor: str = "") -> None:
            raise VisitorLimit(4)

    app = create_app()
    app.extensions["replays"] = Limited(), Limited()
    answer = app.test_client().get(DUEL + ending)
    assert answer.status_code == 429
    assert int(answer.headers["Retry-After"]) > 0
    assert answer.content_type.startswith("application/problem+json" if ending else "text/html")
    assert "You have too many replays in progress (limit: 4)." in answer.text


# --------------------------------------------------------------------------------- to be taken away


def test_replay_file_is_self_contained() -> None:
    client = site().test_client()
    answer = client.get(f"{DUEL}.html?at=7")
    assert answer.headers["Content-Disposition"].startswith(
        'attachment; filename="carnage-duel-5898888888888'
    )
    shown = soup(answer.text)
    reel = shown.select_one("#reel").string
    assert "<" not in reel
    assert json.loads(reel) == client.get(f"{DUEL}.reel").json
    names = json.loads(shown.select_one("#rule-names").string)
    assert {section["id"] for section in shown.select(".rules .rule")} == {
        rule[1] for rule in names.values()
    }
    module = shown.select_one("script[type=module]").string
    assert "import " not in module
    assert "export " not in module
    outside = [
        a["href"]
        for a in shown.select("[href]")
        if not a["href"].startswith(("#", "data:", "https:"))
    ]
    assert not outside
    assert not shown.select("[src], [style]")
    assert "@import" not in answer.text
    assert "url(" not in shown.style.string


def test_replay_file_links_to_site() -> None:
    """Leave the links out if the site has no known address."""
    at, asked = "https://carnage.example", f"{DUEL}.html?name=Last+Stand"
    found = create_app(address=at)
    found.extensions["replays"] = site().extensions["replays"]
    links = {
        link["href"]: link.text
        for link in soup(found.test_client().get(asked).text).select(".from a")
    }
    there, rules = f"{DUEL}?name=Last+Stand", f"{DUEL.removeprefix('/watch')}?name=Last+Stand"
    assert links == {
        f"{at}{there}": f"carnage.example{there}",
        f"{at}{rules}": "read the whole rulebook",
    }
    assert not soup(site().test_client().get(asked).text).select(".from")


@pytest.mark.parametrize("code", BOOKS)
def test_report_has_all_lines_of_game(code: str) -> None:
    client = site().test_client()
    answer = client.get(f"{GAMES[code]}.md?setting=none")
    assert answer.content_type == "text/markdown; charset=utf-8"
    assert answer.headers["Content-Disposition"].endswith('.md"')
    film = replay.decode_replay(client.get(f"{GAMES[code]}.json").data)
    head, *rest = answer.text.splitlines()
    assert head == f"# {film.game.name}, game 0 of dice seed 0"
    told = [line.strip() for line in rest if line.startswith("#") or line.strip().startswith("- ")]
    said = [line.strip() for step in film.steps for line in step.lines]
    assert told == [line if line.startswith("#") else f"- {line}" for line in said]
    assert Markdown().convert(answer.text).count("<li>") == sum(
        not line.startswith("#") for line in said
    )


def test_report_escapes_name() -> None:
    told = site().test_client().get(f"{DUEL}.md?name=A+*big*+game").text
    assert told.startswith("# A \\*big\\* game, game 0")


def test_watch_page_does_not_import_engine() -> None:
    program = f"""
import sys
from carnage.web import create_app
from carnage.web.matches.game_views import describe_players
from carnage.jobs.status import QueueFull
class Full:
    def submit(self, key, visitor): raise QueueFull(1)
app = create_app()
app.extensions["replays"] = Full(), Full()
assert app.test_client().get("{DUEL}").status_code == 503
loaded = [name for name in sys.modules if name.startswith(("carnage.engine", "numpy"))]
assert not loaded, loaded
"""
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
