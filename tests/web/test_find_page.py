"""Test the find page: wishes, and searches for games that playtests find no fault with."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from flask import Flask

from carnage import catalog
from carnage.catalog import Book
from carnage.jobs.status import JobStatus, QueueFull
from carnage.lab import criteria_text, playtest_search
from carnage.lab.check_inputs import Metric
from carnage.lab.checks import CheckResult
from carnage.lab.criteria import (
    Criteria,
    InvalidCriteria,
    NearMatch,
    find_nearest,
    has_feature,
    parse_fields,
    roll_games,
    to_query,
)
from carnage.lab.criteria_text import format_criteria, parse_criteria, parse_to_fields
from carnage.lab.criteria_vocabulary import known_phrases, list_tags, load_vocabulary
from carnage.lab.playtest_search import search_in_steps
from carnage.lab.rulebook_search import find_random_match, list_candidates, search_rulebooks
from carnage.lab.sampling_plan import MAX_FOUND, SEARCH
from carnage.lab.severity import FAULT, FINE
from carnage.rulebook.battle import play_time
from carnage.rulesets.ruleset import Ruleset, resolve
from carnage.seeds import Seed
from carnage.web import create_app
from carnage.web.find import views as finding
from tests.support import job_tasks
from tests.support.rulesets import sample
from tests.support.stand_ins import StubQueue
from tests.support.web import soup

SKIRMISH = catalog.book("skirmish")
CLASSIC = catalog.book("classic")
GAMBLE = catalog.book("gamble")


class StubSearch(StubQueue):
    """Stand in for the queue of playtests, with a search status given beforehand."""

    def __init__(self, stands: JobStatus[Any] | None = None, busy: bool = False) -> None:
        self.stands, self.busy = stands or JobStatus(), busy
        self.submitted: list[Any] = []

    def submit(self, key: Any, visitor: str = "") -> None:
        if self.busy:
            raise QueueFull(1)
        self.submitted.append(key)

    def status(self, key: Any) -> JobStatus[Any]:
        return self.stands if key in self.submitted or not self.submitted else JobStatus()


@pytest.fixture
def app() -> Flask:
    app = create_app()
    app.extensions["playtests"] = StubSearch()
    return app


def list_games(page: Any) -> list[Ruleset]:
    """Return the listed games that are as wished."""
    return [
        resolve(SKIRMISH, Seed(urlsplit(link["href"]).path.rpartition("/")[2]))
        for link in page.select(".as-wished .games-list h3 a")
    ]


# ------------------------------------------------------------------------------------------- wishes


@pytest.mark.parametrize(
    "wishes",
    [
        Criteria(),
        Criteria(about=45, minutes=75, feet=3, figures=16, seed=4),
        Criteria(
            players=2,
            required_options={"damage": "doomed"},
            required=("loot", "squads"),
            excluded=("facing",),
        ),
    ],
)
def test_wishes_query_round_trips(wishes: Criteria) -> None:
    assert parse_fields(parse_qs(to_query(wishes, SKIRMISH)), SKIRMISH) == wishes


def test_wishes_query_is_canonical() -> None:
    one = parse_fields(
        {
            "with": ["squads", "loot"],
            "minutes": [" 60 "],
            "keep": ["", "damage=doomed"],
            "more": ["x"],
        },
        SKIRMISH,
    )
    other = parse_fields(
        {"keep": ["damage=doomed"], "with": ["loot", "squads", "loot"], "minutes": ["060"]},
        SKIRMISH,
    )
    assert (
        to_query(one, SKIRMISH)
        == to_query(other, SKIRMISH)
        == "minutes=60&keep=damage=doomed&with=loot&with=squads"
    )


@pytest.mark.parametrize(
    ("fields", "complaint"),
    [
        (
            {"minutes": ["an hour"]},
            "minutes must be one whole number from 0 to 9999, not 'an hour'",
        ),
        ({"minutes": ["30", "40"]}, "one whole number"),
        ({"figures": ["9" * 5000]}, "from 0 to 9999"),
        ({"figures": ["0" * 9 + "12345"]}, "from 0 to 9999"),
        ({"figures": ["0" * 5000 + "10000"]}, "from 0 to 9999"),
        ({"feet": ["٣"]}, "whole number"),
        ({"keep": ["damage"]}, "Write a table and an option"),
        ({"keep": ["dammage=doomed"]}, "Its tables: golden-rule"),
        ({"keep": ["damage=dooomed"]}, "Its options: certain-death"),
        ({"with": ["wings"]}, "has no trait 'wings'"),
        ({"with": ["loot"], "without": ["loot"]}, "both has and lacks 'loot'"),
    ],
)
def test_wishes_invalid_field_raises_wish_error(
    fields: dict[str, list[str]], complaint: str
) -> None:
    with pytest.raises(InvalidCriteria, match=complaint):
        parse_fields(fields, SKIRMISH)


def test_nearest_none_granted_returns_closest_games() -> None:
    near = find_nearest(SKIRMISH, Criteria(minutes=1), 3, tries=60)
    shortest = sorted(
        play_time.estimate_minutes(ruleset)[1]
        for ruleset, _ in zip(roll_games(SKIRMISH, Criteria()), range(60), strict=False)
    )
    assert [each.unmet for each in near] == [("minutes",)] * 3
    assert [play_time.estimate_minutes(each.ruleset)[1] for each in near] == shortest[:3]


EXAMPLE = "30 minutes, two feet, no measuring, not phased, four figures"


@pytest.mark.parametrize(
    ("text", "code", "wanted"),
    [
        (EXAMPLE, "skirmish", "about=30&figures=4&feet=2&with=measureless&without=phased"),
        (
            "Half an hour; FIVE minis a side and The Tower",
            "skirmish",
            "about=30&figures=10&keep=damage=the-tower",
        ),
        ("an hour, without loot, no loot", "skirmish", "about=60&without=loot"),
        ("at most half an hour", "skirmish", "minutes=30"),
        ("up to 45 minutes", "skirmish", "minutes=45"),
        ("for under 2 hours", "skirmish", "minutes=120"),
        ("50 minutes at most", "skirmish", "minutes=50"),
        ("50 minutes or less", "skirmish", "minutes=50"),
        ("about 45 minutes, at most 60 minutes", "skirmish", "about=45&minutes=60"),
        ("around an hour", "skirmish", "about=60"),
        ("for an hour or so", "skirmish", "about=60"),
        ("doomed", "classic", "keep=damage=doomed"),
        ("for three players", "gamble", "players=3"),
        ("a game for two", "skirmish", "players=2"),
        ("45 minutes for 2 people", "skirmish", "about=45&players=2"),
        ("two people", "skirmish", "players=2"),
        ("about 45 minutes two people, with morale", "skirmish", "about=45&players=2&with=morale"),
        ("a game for three of us", "gamble", "players=3"),
        ("a game for two without a tape measure", "skirmish", "players=2&with=measureless"),
        ("no ruler", "classic", "with=measureless"),
        ("with a tape measure", "skirmish", "without=measureless"),
        ("no phases", "classic", "without=phased"),
        ("", "duel", ""),
        (" , ; and", "duel", ""),
    ],
)
def test_wish_in_words_is_parsed(app: Flask, text: str, code: str, wanted: str) -> None:
    book = catalog.book(code)
    assert to_query(parse_fields(parse_to_fields(text, book), book), book) == wanted
    if wanted:
        answer = app.test_client().get(f"/find/{code}", query_string={"wish": text, "minutes": ""})
        assert (answer.status_code, answer.headers["Location"]) == (303, f"/find/{code}?{wanted}")


@pytest.mark.parametrize(
    ("text", "there"),
    [
        ("243 856 987 615 781", "/classic/243856987615781"),
        ("https://carnage.example/duel/2569533333333", "/duel/2569533333333"),
        ("250400901335513587936868373", "/skirmish/250400901335513587936868373"),
    ],
)
def test_find_page_seed_as_wish_opens_game(app: Flask, text: str, there: str) -> None:
    answer = app.test_client().get("/find/skirmish", query_string={"wish": text})
    assert (answer.status_code, answer.headers["Location"]) == (303, there)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("no tallent", "no talents"),
        ("heros", "heroes"),
        ("something nice", "is not a search term that"),
        ("minutes", "is not a search term that"),
        ("12345 minutes", "“12345 minutes” is too large: numbers in wishes are at most 9,999."),
        ("x" * 301, "has 301 characters; the limit is 300"),
        ("<b>", "“<b>” is not a search term"),
    ],
)
def test_find_page_unknown_wish_returns_400_with_form(app: Flask, text: str, told: str) -> None:
    code = "gamble" if text == "heros" else "skirmish"
    sent = {"wish": text, "players": ""}
    for answer in (
        app.test_client().get(f"/find/{code}", query_string=sent),
        app.test_client().post(f"/find/{code}", data=sent),
    ):
        page = soup(answer.text)
        assert answer.status_code == 400
        assert told in page.select_one("[role=alert]").text
        assert page.select_one("input[name=wish]")["value"] == text
        assert page.select_one("form#found [role=alert]"), "the alert is part of the form"


@pytest.mark.parametrize(
    ("text", "code", "wanted"),
    [
        ("45 minutes, with a morale rule", "skirmish", "about=45&with=morale"),
        ("45 minutes with morale", "skirmish", "about=45&with=morale"),
        ("keep its morale rule", "skirmish", "with=morale"),
        ("has morale", "classic", "with=morale"),
        ("no morale", "skirmish", "without=morale"),
        ("with reactions; without the talents", "skirmish", "with=reactions&without=talents"),
        ("a game of no more than 60 minutes", "skirmish", "minutes=60"),
        (
            "not more than 60 minutes that has a Hero Number",
            "skirmish",
            "minutes=60&with=hero-number",
        ),
        ("without doomed", "classic", "without=damage=doomed"),
        ("with no stat test shooting", "skirmish", ""),
        (
            "shooting stat test and no fighting stat test",
            "skirmish",
            "keep=shooting=stat-test&without=fighting=stat-test",
        ),
        (
            "Shoot, Scoot and Boot but no reaction",
            "skirmish",
            "keep=action-points=shoot-scoot-boot&keep=reactions=none",
        ),
        ("two pairs and a spare, with runs", "gamble", "keep=dice=two-pairs&with=runs"),
        ("units are squads of several models", "skirmish", "with=squads"),
    ],
)
def test_wish_in_words_table_names_are_parsed(text: str, code: str, wanted: str) -> None:
    book = catalog.book(code)
    found, unclear = parse_criteria(text, book)
    assert to_query(parse_fields(found, book), book) == wanted
    assert bool(unclear) is not bool(wanted)


@pytest.mark.parametrize("code", catalog.book_codes())
def test_wish_in_words_round_trips(code: str) -> None:
    """Try every table, option, trait and tag of the book, wished for and excluded."""
    book = catalog.book(code)
    options = [f"{table.id}={option.code}" for table in book.rolled for option in table.options]
    things = [*[table.id for table in book.rolled], *_list_traits(book), *list_tags(book)]
    every = [
        *[Criteria(required=(thing,)) for thing in things],
        *[Criteria(excluded=(thing,)) for thing in (*things, *options)],
        *[Criteria(required_options=dict([option.split("=")])) for option in options],
        *[
            Criteria(
                about=45,
                minutes=60,
                figures=20,
                players=2,
                feet=3,
                required=tuple(sorted(things)[:6]),
            )
        ],
    ]
    for wishes in every:
        if wishes.minutes and not book.roster.figure:
            continue
        words = format_criteria(wishes, book)
        assert criteria_text.criteria_from_url(words, book) == wishes, words
    for table in book.rolled:
        for phrase in (
            f"with {table.title}",
            f"without a {table.title} rule",
            f"{table.title} rules",
        ):
            assert not parse_criteria(phrase, book).errors, phrase


def _list_traits(book: Book) -> list[str]:
    given = {trait for table in book.rolled for option in table.options for trait in option.gives}
    return sorted(given)


def test_has_table_name_needs_a_rule_in_use() -> None:
    fearless = next(
        each for each in sample(300, "skirmish") if each.choice("morale").option.code == "none"
    )
    shaken = next(
        each for each in sample(300, "skirmish") if each.choice("morale").option.code == "shaken"
    )
    assert (has_feature(fearless, "morale"), has_feature(shaken, "morale")) == (False, True)
    assert (has_feature(shaken, "morale=shaken"), has_feature(shaken, "morale=fleeing")) == (
        True,
        False,
    )
    thrown = {
        has_feature(each, "scoot-dice") is each.has("scoot") for each in sample(100, "skirmish")
    }
    assert thrown == {True}


def test_find_page_tags_select_games(app: Flask) -> None:
    grim = [each for each in sample(200, "skirmish") if has_feature(each, "grim")]
    assert 0 < len(grim) < 200
    for each in grim[:20]:
        assert any("grim" in choice.option.tags for choice in each.choices)
    results = soup(app.test_client().get("/find/skirmish?with=grim&seed=1").text).select(
        ".games-list > li"
    )
    assert results
    assert all(result.select(".granted") for result in results)
    book = catalog.book("skirmish")
    assert to_query(
        parse_fields(parse_criteria("a grim game, with no bluffing", book).fields, book), book
    ) == ("with=grim&without=bluffing")
    page = soup(app.test_client().get("/find/skirmish?with=grim&without=bluffing").text)
    assert [tick["value"] for tick in page.select(".by-tag input[checked]")] == ["grim"]
    assert [field["value"] for field in page.select("input[type=hidden][name=without]")] == [
        "bluffing"
    ]
    summary = page.select_one(".by-tag summary")
    assert summary is not None
    assert "grim" in summary.text
    refused = app.test_client().get("/find/skirmish?with=fluffy")
    assert (refused.status_code, "grim" in refused.text) == (400, True)


@pytest.mark.parametrize("method", ["get", "post"])
def test_find_page_partly_unknown_wish_uses_the_rest(app: Flask, method: str) -> None:
    sent = {"wish": "45 minutes, with a morale rule, with dragons", "players": "2"}
    ask = getattr(app.test_client(), method)
    answer = ask(
        "/find/skirmish", **({"query_string": sent} if method == "get" else {"data": sent})
    )
    place = "/find/skirmish?about=45&players=2&with=morale&wish=with+dragons"
    assert answer.status_code == 303
    assert answer.headers["Location"] == place + ("#found" if method == "post" else "")
    answer = app.test_client().get(place)
    page = soup(answer.text)
    assert answer.status_code == 200
    told = page.select_one("#found [role=alert]").text
    assert "“with dragons” is not a search term that Skirmish knows" in told
    assert "about 45 minutes, 2 players, with morale" in told
    assert page.select_one("input[name=wish]")["value"] == "with dragons"
    assert page.select_one("input[name=with][value=morale][checked]") is not None
    games = list_games(page)
    assert games
    assert all(
        has_feature(game, "morale") and 35 <= sum(play_time.estimate_minutes(game)) / 2 <= 51
        for game in games
    )


def test_find_page_form_keeps_wishes(app: Flask) -> None:
    query = "minutes=45&keep=damage=doomed&with=movement&without=luck=none&without=nerve"
    page = soup(app.test_client().get(f"/find/skirmish?{query}").text)
    sent = {
        name: [each["value"] for each in page.select(f"input[name={name}]:checked")]
        for name in ("with", "without")
    }
    assert sent == {"with": ["movement"], "without": ["nerve", "luck=none"]}


def test_wish_words_belong_to_a_book() -> None:
    known = {phrase for code in catalog.book_codes() for phrase in known_phrases(code).meanings}
    for entry in load_vocabulary().wish:
        assert set(entry.said) <= known, entry
        assert bool(entry.has) != bool(entry.lacks)


def test_find_page_impossible_wish_shows_nearest(app: Flask) -> None:
    """Wish for four figures, which no game has, and for traits that games have."""
    page = soup(
        app.test_client().get("/find", query_string={"wish": EXAMPLE}, follow_redirects=True).text
    )
    assert "No exact match" in page.select("h2")[-1].text
    assert page.select_one(".limit").text == (
        "No searched game of Skirmish has so few figures: the minimum is 8, 4 per side."
    )
    first = page.select_one(".games-list > li")
    assert re.search(r"Does not match: \d+ figures\.", first.text)
    game = resolve(SKIRMISH, Seed(urlsplit(first.a["href"]).path.rpartition("/")[2]))
    assert game.has("measureless")
    assert not game.has("phased")
    assert 24 <= sum(play_time.estimate_minutes(game)) / 2 <= 34


@pytest.mark.parametrize("said", ["about", "at most"])
def test_find_page_repeats_wish_and_explains_games(app: Flask, said: str) -> None:
    query = {"wish": f"{said} 60 minutes, with morale"}
    page = soup(
        app.test_client().get("/find/classic", query_string=query, follow_redirects=True).text
    )
    assert page.select_one(".understood").text.startswith(
        f"Criteria: {said} 60 minutes; “rules for Morale”."
    )
    places = []
    for each in page.select(".games-list > li"):
        game = resolve(CLASSIC, Seed(urlsplit(str(each.a["href"])).path.rpartition("/")[2]))
        line = each.select_one(".granted li").text
        assert line.startswith(f"Morale: {game.choice('morale').option.label}. ")
        assert "Morale test, Difficulty" in line, "the rule of the option"
        low, high = play_time.estimate_minutes(game)
        places.append(abs((low + high) / 2 - 60) if said == "about" else 60 - high)
    assert places == sorted(places), "those that fill the time come first"
    assert 0 <= places[0] <= 3


def test_find_page_impossible_duration_shows_nearest(app: Flask) -> None:
    page = soup(
        app.test_client().get("/find/skirmish?wish=600+minutes", follow_redirects=True).text
    )
    assert re.match(
        (
            r"No searched game of Skirmish has this length: the closest takes \d+ to "
            r"\d+ minutes."
        ),
        page.select_one(".limit").text,
    )
    assert re.search(r"Does not match: \d+ to \d+ minutes.", page.select_one(".games-list").text)


def test_wishes_table_without_rule_ranks_last() -> None:
    """Prefer games with morale tests to Leg It, an option of Morale without any."""
    wishes = Criteria(required=("morale",))
    games = sample(300, "skirmish")
    legged = next(each for each in games if has_feature(each, "morale=leg-it"))
    tested = next(each for each in games if has_feature(each, "morale=shaken"))
    assert wishes.is_met_by(legged)
    assert wishes.sort_key(NearMatch(tested, ())) < wishes.sort_key(NearMatch(legged, ()))
    for seed in range(5):
        found = search_rulebooks(
            SKIRMISH, Criteria(required=("morale",), seed=seed), 6, 300, 450
        ).near
        assert all(each.ruleset.has("morale-tests") for each in found)
    for _ in range(12):
        assert find_random_match(SKIRMISH, wishes, {}, None, 300, 0).ruleset.has("morale-tests")
    at = SKIRMISH.digit_offset("morale")
    locked = {"morale": legged.seed.digits[at : at + 1]}
    kept = find_random_match(SKIRMISH, wishes, locked, None, 300, 0)
    assert has_feature(kept.ruleset, "morale=leg-it"), "a locked option stays"


@pytest.mark.parametrize("code", ["duel", "gamble"])
def test_look_faultless_games_come_first(app: Flask, code: str) -> None:
    wishes = Criteria(seed=3)
    near = search_rulebooks(catalog.book(code), wishes, 6, 300, 400).near
    assert all(each.is_faultless for each in near)
    assert near == search_rulebooks(catalog.book(code), wishes, 6, 300, 400).near
    page = soup(app.test_client().get(f"/find/{code}").text)
    assert (
        len([each for each in page.select(".games-list > li") if "found no fault" in each.text])
        == 6
    )


def test_look_rare_wishes_are_granted() -> None:
    """Change dice of near games, as rolling would take thousands of games."""
    wishes = Criteria(
        feet=2, minutes=40, required=("loot", "dynamite", "bag", "talents"), excluded=("tower",)
    )
    assert not any(not each.unmet for each in find_nearest(SKIRMISH, wishes, 6, 300))
    found = search_rulebooks(SKIRMISH, wishes, 6, 300, 450)
    assert not found.limits
    granted = [each.ruleset for each in found.near if not each.unmet]
    assert granted
    assert all(wishes.is_met_by(game) for game in granted)
    assert len({game.canonical_seed for game in granted}) == len(granted)


def test_look_impossible_wish_names_limit() -> None:
    kept = Criteria(feet=2, required_options={"table": "4"})
    (limit,) = search_rulebooks(SKIRMISH, kept, 6, 300, 450).limits
    assert limit == "The tables of the searched games are 4 feet wide."


# ---------------------------------------------------------------------------------------- searching


def test_hunt_ends_at_wanted_or_judged_games(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(playtest_search, "CANDIDATE_GAMES", 60)
    monkeypatch.setattr(playtest_search, "MAX_FOUND", 2)
    told = list(search_in_steps(GAMBLE, Criteria()))
    assert [each["complete"] for each in told] == [False] * (len(told) - 1) + [True]
    assert len(told[-1]["found"]) == 2
    monkeypatch.setattr(playtest_search, "MAX_JUDGED", 1)
    *_, last = search_in_steps(GAMBLE, Criteria())
    assert (last["judged"], last["complete"]) == (1, True)


def test_hunt_steps_name_judged_and_rejected_games(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Name a game before its first playtest, games of the atlas first in the order of the page."""
    monkeypatch.setattr(playtest_search, "LOOKS", (20, 60))
    monkeypatch.setattr(playtest_search, "CANDIDATE_GAMES", 60)
    monkeypatch.setattr(playtest_search, "MAX_JUDGED", 4)
    # The second game has a fault from the first check on, the third only in the last check.
    grades = {1: (FAULT, FAULT), 2: (FINE, FAULT)}
    line = [game.path for game in list_candidates(GAMBLE, Criteria(), 4, 300)]

    def passed(ruleset: Ruleset, figures: Any) -> list[CheckResult]:
        grade = grades.get(line.index(ruleset.path), (FINE, FINE))[figures["games"] == 60]
        return [CheckResult("drawn", grade, "So it goes.", Metric(0.5, 0.5, 0.5), grade, grade)]

    monkeypatch.setattr(playtest_search.checks, "run_checks", passed)
    told = list(search_in_steps(GAMBLE, Criteria()))
    assert [(each["now"]["id"], each["now"]["games"]) for each in told[:-1]] == [
        (line[0], 0),
        (line[0], 20),
        (line[1], 0),
        (line[2], 0),
        (line[2], 20),
        (line[3], 0),
        (line[3], 20),
    ]
    assert [each["judged"] for each in told] == [0, 0, 1, 2, 2, 3, 3, 4]
    last = told[-1]
    assert [row["id"] for row in last["found"]] == [line[0], line[3]]
    assert [(row["id"], row["gate"], row["sentence"]) for row in last["fell"]] == [
        (line[1], "drawn", "So it goes."),
        (line[2], "drawn", "So it goes."),
    ]
    assert last["now"] is None


def test_hunt_impossible_wish_ends_empty() -> None:
    (only,) = search_in_steps(GAMBLE, Criteria(players=99))
    assert only == {"found": [], "judged": 0, "fell": [], "now": None, "complete": True}


# ----------------------------------------------------------------------------------------- the page


def test_find_page_wishes_list_games_without_job(app: Flask) -> None:
    page = soup(app.test_client().get("/find/skirmish?minutes=75&with=squads&without=facing").text)
    games = list_games(page)
    assert games
    assert all(game.has("squads") and not game.has("facing") for game in games)
    assert all(play_time.estimate_minutes(game)[1] <= 75 for game in games)
    assert not app.extensions["playtests"].submitted
    box = page.select_one("input[name=minutes]")
    assert box is not None
    assert box["value"] == "75"
    assert page.select_one("input[name=with][value=squads][checked]") is not None
    assert "units are squads" in page.select("summary")[1].text
    (others,) = page.find_all("a", string="Show other games")
    assert list_games(soup(app.test_client().get(others["href"]).text)) != games


@pytest.mark.parametrize("code", catalog.book_codes())
def test_find_page_is_not_crawled(app: Flask, code: str) -> None:
    answer = app.test_client().get(f"/find/{code}")
    assert answer.status_code == 200
    assert (answer.headers["X-Robots-Tag"], answer.headers["Cache-Control"]) == (
        "noindex",
        "no-store",
    )
    assert f"Disallow: /{SEARCH}" in app.test_client().get("/robots.txt").text


def test_find_without_book_redirects_to_default(app: Flask) -> None:
    answer = app.test_client().get("/find")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/find/skirmish")
    assert app.test_client().get("/find/chess").status_code == 404


@pytest.mark.parametrize(
    ("chosen", "found"), [("", "duel"), ("any", "duel"), ("skirmish", "skirmish")]
)
def test_find_keeps_a_chosen_book(app: Flask, chosen: str, found: str) -> None:
    """Keep also the first book for a criterion that only another one has."""
    query = {"book": chosen, "wish": "moons"}
    answer = app.test_client().get("/find", query_string=query)
    assert answer.headers["Location"] == f"/find/{found}?wish=moons"


@pytest.mark.parametrize("method", ["get", "post"])
def test_find_page_invalid_number_returns_400_with_form(app: Flask, method: str) -> None:
    sent = {"minutes": "an hour", "players": "2", "keep": "damage=doomed"}
    ask = getattr(app.test_client(), method)
    answer = ask(
        "/find/skirmish", **({"query_string": sent} if method == "get" else {"data": sent})
    )
    page = soup(answer.text)
    assert answer.status_code == 400
    alert = page.select_one("[role=alert]")
    assert alert is not None
    assert "whole number" in alert.text
    assert {box["name"]: box["value"] for box in page.select(".numbers input")} == {
        "about": "",
        "minutes": "an hour",
        "players": "2",
        "figures": "",
        "feet": "",
    }
    assert page.select_one("option[value='damage=doomed'][selected]") is not None
    assert not app.extensions["playtests"].submitted


def test_find_page_post_starts_search(app: Flask) -> None:
    answer = app.test_client().post(
        "/find/skirmish", data={"minutes": "75", "with": "squads", "keep": ""}
    )
    assert answer.status_code == 303
    assert answer.headers["Location"] == "/find/skirmish?minutes=75&with=squads#found"
    assert app.extensions["playtests"].submitted == [("skirmish", SEARCH, "minutes=75&with=squads")]


def test_find_page_queue_full_returns_503(app: Flask) -> None:
    app.extensions["playtests"] = StubSearch(busy=True)
    answer = app.test_client().post("/find/skirmish", data={})
    assert answer.status_code == 503
    assert answer.headers["Retry-After"]


@pytest.mark.parametrize(
    ("stands", "said"),
    [
        (JobStatus(True, ahead=2, under_way=True), "2 jobs are ahead in the queue"),
        (JobStatus(True, failed=True), "failed"),
        (JobStatus(True, job_tasks.search_result(fell=3), under_way=True), "0 of 3 games"),
        (JobStatus(True, job_tasks.search_result(fell=40, complete=True)), "Remove some criteria"),
    ],
)
def test_find_page_shows_search_status(app: Flask, stands: JobStatus[Any], said: str) -> None:
    app.extensions["playtests"] = StubSearch(stands)
    page = soup(app.test_client().get("/find/gamble").text)
    status = page.select_one("#report [role=status]")
    assert status is not None
    assert said in " ".join(status.text.split())
    again = page.select_one("noscript meta[http-equiv=refresh]")
    assert (again is not None) == stands.under_way
    if again:
        there = again["content"].partition("url=")[2]
        assert there == "/find/gamble?again=1#found"
        then = soup(app.test_client().get(there).text).select_one(
            "noscript meta[http-equiv=refresh]"
        )
        assert then["content"].partition("url=")[2] == "/find/gamble?again=2#found"


def test_find_page_search_names_current_and_rejected(app: Flask) -> None:
    line = list(list_candidates(GAMBLE, Criteria(), 9, 300))
    stands = job_tasks.search_result(found=[line[1]], fell=[line[0], line[2]], now=line[3])
    app.extensions["playtests"] = StubSearch(JobStatus(True, stands, under_way=True, spent=7.0))
    page = soup(app.test_client().get("/find/gamble").text)
    report = page.select_one("#report")
    told = " ".join(report.text.split())
    assert "1 of 3 games passed without a fault so far" in told
    assert f"Playing {line[3].name}, 250 of 500 games." in told
    assert report.select_one("summary").text == "2 rejected: too many draws (2)"
    assert [link["href"] for link in report.select(".fell a")][::2] == [line[0].path, line[2].path]
    bar = report.select_one("progress")
    assert (bar["max"], bar["value"]) == (str(MAX_FOUND), "1")
    # A game takes two seconds, and one in three is good: five more take fifteen games, half a game
    # of which is done.
    assert "1 of 6 found; estimated time left: 30 seconds." in told
    # The next games of the atlas are listed, and no game twice.
    shown = [urlsplit(link["href"]).path for link in page.select(".games-list h3 a")]
    assert shown == [line[n].path for n in (1, 3, 4, 5, 6, 7)]
    assert page.find("h2", string="Matching games") is None


@pytest.mark.parametrize(
    ("found", "fell", "spent", "told"),
    [
        (0, 1, 9.0, ""),
        (1, 0, 9.0, ""),
        (1, 1, 0.0, ""),
        (0, 2, 5.0, "at most 80 seconds"),
        (2, 0, 5.0, "a few seconds"),
        (1, 38, 39.5, "a few seconds"),
    ],
)
def test_find_page_remaining_time_needs_a_found_game(
    found: int, fell: int, spent: float, told: str
) -> None:
    assert finding._estimate_time_left(found, fell, 250, spent) == told


def test_find_page_search_begun_lists_atlas_games(app: Flask) -> None:
    for stands in (
        JobStatus(True, seconds=12.0, under_way=True),
        JobStatus(
            True,
            job_tasks.search_result(now=next(list_candidates(GAMBLE, Criteria(), 1, 300))),
            under_way=True,
        ),
    ):
        app.extensions["playtests"] = StubSearch(stands)
        page = soup(app.test_client().get("/find/gamble").text)
        assert len(page.select("#report .games-list li")) == MAX_FOUND
        assert "Queued. No fault in" in page.select_one("#report").text


def test_find_page_found_games_have_reasons(app: Flask) -> None:
    ruleset = next(roll_games(GAMBLE, Criteria()))
    stands = job_tasks.search_result(found=[ruleset], fell=2, complete=True)
    app.extensions["playtests"] = StubSearch(JobStatus(True, stands))
    page = soup(app.test_client().get("/find/gamble").text)
    (item,) = page.select("#report .good li")
    told = " ".join(item.text.split())
    assert ruleset.name in told
    assert "5% drawn" in told
    assert "bots that play to win score 70% against bots that play at random" in told
    assert "The game is too long." in told
    assert page.select_one("[formaction]")["formaction"].endswith("#found")
    links = [urlsplit(link["href"]).path for link in item.select("a")]
    assert links == [ruleset.path, f"/lab{ruleset.path}"]


@pytest.mark.thorough
def test_playtest_step_search_finds_games() -> None:
    from carnage.jobs.tasks.playtest import run_playtest_step

    told: dict[str, Any] = {}
    for step in range(2 * playtest_search.MAX_JUDGED):
        told = run_playtest_step("gamble", SEARCH, "players=2", step)
        if told["complete"]:
            break
    assert told["found"]
    book = catalog.book("gamble")
    for row in told["found"]:
        assert resolve(book, Seed(row["id"].rpartition("/")[2])).players == 2


@pytest.mark.parametrize(
    ("wish", "there"),
    [
        ("a duel of ships", "/find/duel"),
        ("dice", "/find/gamble"),
        ("ships, three players", "/find/duel?wish=three+players"),
        ("45 minutes", "/find/skirmish?wish=45+minutes"),
    ],
)
def test_find_leads_to_the_book_that_words_name(app: Flask, wish: str, there: str) -> None:
    answer = app.test_client().get("/find", query_string={"book": "skirmish", "wish": wish})
    assert (answer.status_code, answer.headers["Location"]) == (303, there)


def test_find_page_offers_the_book_that_words_name(app: Flask) -> None:
    page = soup(app.test_client().get("/find/skirmish", query_string={"wish": "gamble"}).text)
    link = page.select_one("form.wishes a.button")
    assert (link.text, link["href"]) == ("Search Gamble instead", "/find/gamble")
