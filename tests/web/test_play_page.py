"""Test the play page: games in addresses, secret decisions, and their queue."""

from __future__ import annotations

import gzip
import random
import time
from collections.abc import Iterator
from itertools import pairwise
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from bs4 import BeautifulSoup
from flask.testing import FlaskClient

from carnage.drawing.frames import DrawnReplay
from carnage.engine import visibility
from carnage.engine.games import family_of
from carnage.engine.narration import REFUSALS
from carnage.jobs.results import Key
from carnage.jobs.status import JobStatus, QueueFull
from carnage.jobs.tasks.play import load_state
from carnage.jobs.tasks.replay import make_replay_result
from carnage.matches import sessions
from carnage.matches.moves import CODES
from carnage.matches.state import Choice, PlayRequest, PlayState
from carnage.replays import replay
from carnage.rulesets.ruleset import Ruleset
from carnage.web import create_app
from carnage.web.matches.game_views import read_reel
from carnage.web.matches.question_view import build_options
from tests.support.job_queues import turn_queues
from tests.support.marks import soak_all_but
from tests.support.old_moves import pack_old
from tests.support.play_requests import load_position, request_page
from tests.support.rulesets import BATTLES, BOOKS, PUBLISHED, rolled, sample
from tests.support.stand_ins import StubQueue
from tests.support.web import soup


@pytest.fixture(scope="module")
def client() -> Iterator[FlaskClient]:
    app = create_app()
    app.extensions["turns"] = turns = turn_queues()
    yield app.test_client()
    for queue in turns:
        queue.close()


class StubTurns(StubQueue):
    """Stand in for the queue of turns, with all jobs under way."""

    def status(self, key: Key) -> JobStatus[PlayState]:
        return JobStatus(True, under_way=True)


def play_states(ruleset: Ruleset, bots: str, most: int, chance: random.Random) -> list[PlayState]:
    """Return the states of a game in which people decide at random."""
    stands = [load_position(ruleset, bots=bots)]
    while not stands[-1].over and len(stands) <= most:
        now = stands[-1]
        if now.curtain:
            now = load_position(ruleset, now.moves, bots, now.seat + 1)
        stands.append(load_position(ruleset, chance.choice(now.options).moves, bots))
    return stands


def has_secrets(book: str) -> bool:
    """Return whether games of this book have secret decisions."""
    return any(query.sealed for query in family_of(rolled(book).book.family).queries)


# ----------------------------------------------------------------------------------------- the game


@pytest.mark.parametrize("book", BOOKS)
def test_play_state_restored_from_moves_is_equal(book: str) -> None:
    ruleset = rolled(book)
    stands = play_states(ruleset, "person,greedy", 40, random.Random(1))
    for now in (stands[-1], stands[len(stands) // 2], stands[1]):
        warm = load_position(ruleset, now.moves)
        sessions._games.clear()
        assert load_position(ruleset, now.moves) == warm == now
    for before, after in pairwise(stands):
        assert after.back is not None
        assert strip_moves(load_position(ruleset, after.back)) == strip_moves(before)
        assert not after.trouble


@pytest.mark.parametrize("book", BOOKS)
def test_play_moves_truncated_restore_valid_part(book: str) -> None:
    ruleset = rolled(book)
    stands = play_states(ruleset, "person,greedy", 12, random.Random(2))
    whole = stands[-1].moves
    # Not the last letter, some of whose bits have no meaning.
    cut = load_position(ruleset, whole[:-2] + ("A" if whole[-2] != "A" else "B") + whole[-1])
    assert "incomplete" in cut.trouble
    assert cut.moves in {stand.moves for stand in stands}


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("with_codes", [True, False])
def test_play_moves_of_other_rules_are_replayed(book: str, with_codes: bool) -> None:
    ruleset = rolled(book)
    now = play_states(ruleset, "person,greedy", 12, random.Random(3))[-1]
    table = next(reversed(sessions._games.values()))
    answers = table.url_answers()
    packed = table.codec.encode("0" * 12, answers)
    if not with_codes:
        packed = pack_old(table.codec, "0" * 12, answers)
    sessions._games.clear()
    replayed = load_position(ruleset, packed)
    assert (
        replayed.trouble
        == "The rules have changed since this game began. Its moves were replayed with the current rules."
    )
    assert replayed.moves == now.moves
    assert not load_position(ruleset, replayed.moves).trouble


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("kept", [True, False])
def test_play_moves_option_missing_stops_before_it(book: str, kept: bool) -> None:
    """Stop whether or not the worker still has the game in memory."""
    ruleset = rolled(book)
    stands = play_states(ruleset, "person,greedy", 12, random.Random(3))
    table = next(reversed(sessions._games.values()))
    answers = table.url_answers()
    fourth = answers[3]
    answers[3] = fourth._replace(code=(fourth.code + 1) % CODES)
    packed = table.codec.encode("0" * 12, answers)
    if not kept:
        sessions._games.clear()
    stopped = load_position(ruleset, packed)
    assert stopped.moves == stands[3].moves
    assert stopped.question == stands[3].question
    assert stopped.trouble.startswith("Move 4 of this game, for the question “")
    assert "is no longer possible. The game is shown before that move" in stopped.trouble


@pytest.mark.parametrize("with_codes", [True, False])
def test_play_moves_option_index_too_large_stops_before_it(with_codes: bool) -> None:
    ruleset = rolled("duel")
    stands = play_states(ruleset, "person,greedy", 6, random.Random(3))
    table = next(reversed(sessions._games.values()))
    answers = table.url_answers()
    answers[2] = answers[2]._replace(option=15)
    packed = table.codec.encode(table.version, answers)
    if not with_codes:
        packed = pack_old(table.codec, table.version, answers)
    stopped = load_position(ruleset, packed)
    assert stopped.moves == stands[2].moves
    assert stopped.trouble.startswith("Move 3 of this game, for the question “")


def test_play_moves_after_end_say_game_is_over() -> None:
    ruleset = rolled("gamble")
    end = play_states(ruleset, "person,greedy", 400, random.Random(6))[-1]
    assert end.over
    table = next(reversed(sessions._games.values()))
    answers = table.url_answers()
    more = table.codec.encode(table.version, [*answers, answers[-1]])
    stopped = load_position(ruleset, more)
    assert stopped.moves == end.moves
    assert stopped.trouble == (
        f"Move {len(answers) + 1} of this game is no longer used, because the game is over before "
        "it."
    )


@pytest.mark.thorough
@pytest.mark.parametrize(
    "book", soak_all_but(["classic", "duel"], [book for book in BOOKS if has_secrets(book)])
)
def test_play_state_is_independent_of_secret_decisions(book: str) -> None:
    """Compare the states shown to the second of two people for each secret decision of the first."""
    chance = random.Random(4)
    seen = 0
    for ruleset in sample(4, book):
        for now in play_states(ruleset, "person,person", 14, chance):
            if not (now.curtain and now.sealed):
                continue
            first = load_position(ruleset, now.moves, "person,person", now.seat + 1)
            after = [
                load_position(ruleset, option.moves, "person,person") for option in first.options
            ]
            if not all(each.curtain and each.sealed and each.seat != first.seat for each in after):
                continue
            seen += 1
            shown = {strip_moves(each) for each in after}
            shown |= {
                strip_moves(load_position(ruleset, each.moves, "person,person", each.seat + 1))
                for each in after
            }
            assert len(shown) == 2, (
                ruleset.path,
                first.question,
            )  # one with the curtain, one without
            if seen == 2:
                return
    assert seen, "no secret decision was met"


def test_play_state_seat_with_hidden_fields_has_curtain(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Let one of two people at a screen know hidden fields, such as a hand of cards."""
    ruleset = rolled("gamble")
    assert not load_position(ruleset, bots="person,person").curtain, (
        "nothing is hidden in this game"
    )
    monkeypatch.setattr(visibility, "sees_more_than_spectator", lambda record, seat: seat == 0)
    now = load_position(ruleset, bots="person,person")
    assert now.seat == 0
    assert now.curtain
    assert not now.question
    assert not now.options
    assert load_position(ruleset, bots="person,person", alone=1).options
    assert load_position(ruleset, bots="person,greedy").options, "the other seat is a bot's"


def strip_moves(now: PlayState) -> tuple[Any, ...]:
    """Return a state without its moves, which are encrypted."""
    says = tuple((each.says, each.pieces, each.place) for each in now.options)
    return now.seat, now.curtain, now.question, now.about, says, gzip.decompress(now.reel)


def test_play_state_planner_secrets_are_planned_again() -> None:
    ruleset = rolled("duel")
    now = load_position(ruleset, bots="planner,person")
    table = next(reversed(sessions._games.values()))
    assert now.sealed
    assert table.answers
    assert all(given.planned for given in table.answers)
    packed = table.codec.decode(now.moves)
    assert {each.option for each in packed.answers} == {-1}
    sessions._games.clear()
    assert load_position(ruleset, now.moves, "planner,person") == now


OTHER_BOOKS = [book for book in BOOKS if book != "gamble"]


@pytest.mark.parametrize(
    "book", ["gamble", *(pytest.param(each, marks=pytest.mark.thorough) for each in OTHER_BOOKS)]
)
def test_play_state_advice_rates_every_option(book: str) -> None:
    ruleset = rolled(book)
    now = load_state(
        book, ruleset.seed.digits, "", 0, 0, "person,greedy", "", PlayRequest(with_advice=True)
    )
    for option in now.options:
        assert option.outlook is not None
        assert 0.0 <= option.outlook.low <= option.outlook.won <= option.outlook.high <= 1.0


def list_headings(now: PlayState) -> list[str]:
    """Return the headings of a game's report."""
    lines = (line for cut in read_reel(now.reel).cuts for line in cut.lines)
    return [line for line in lines if line.startswith("#")]


@pytest.mark.thorough
@pytest.mark.parametrize("book", soak_all_but(["skirmish", "gamble"], BOOKS))
def test_play_state_autoplay_ends_with_phase(book: str) -> None:
    """Leave a phase to a bot from every third question: decide nothing in the next phase, report
    all events, and undo them at once.
    """
    ruleset = rolled(book)
    seen = 0
    for now in play_states(ruleset, "person,greedy", 60, random.Random(9))[::3]:
        if now.over:
            break
        key = (book, ruleset.seed.digits, "", 0, 0, "person,greedy")
        left = load_state(*key, now.moves, PlayRequest(autoplay=True))
        after, whole = (
            load_position(ruleset, left.moves),
            load_state(*key, left.moves, PlayRequest(since=left.since)),
        )
        assert not after.trouble
        assert (whole.question, whole.options) == (after.question, after.options)
        assert load_position(ruleset, whole.back or "").question == now.question
        told, last = list_headings(whole), list_headings(after)
        # The report before the bot's last decision.
        before = told[: len(told) - len(last)]
        assert len(before) <= 1
        assert all(now.sides[now.seat] in each or "Setting up" in each for each in before)
        seen += bool(told)
    assert seen


@pytest.mark.thorough
def test_play_page_autoplay_of_setup_reaches_round_1(
    client: FlaskClient,
) -> None:
    game = f"/play/classic/{rolled('classic').seed.digits}?bots=person,greedy"
    page = soup(request_page(client, game).text)
    (leave,) = page.select(".beneath a[data-key=a]")
    for _ in range(100):
        answer = client.get(str(leave["href"]))
        if answer.status_code != 200:
            break
        time.sleep(0.2)
    assert answer.status_code == 303
    there = str(answer.headers["Location"])
    assert "since=0" in there
    page = soup(request_page(client, there).text)
    heads = [head.text for head in page.select(".entries .head")]
    assert "Round 1" in heads
    (back,) = [link for link in page.select(".beneath a") if link.text == "Undo"]
    assert "since" not in str(back["href"])
    before = soup(request_page(client, str(back["href"])).text)
    assert not before.select(".entries .head")
    # Options lead on without the report of the setup.
    assert "since" not in str(page.select_one("a.option")["href"])
    planned = soup(request_page(client, game.replace("greedy", "planner")).text)
    assert not planned.select(".beneath a[data-key=a]")
    assert client.get(f"{game}&since=x").status_code == 400


@pytest.mark.parametrize("book", ["duel", "gamble"])
def test_record_replay_played_game_is_complete(book: str) -> None:
    ruleset = rolled(book)
    now = play_states(ruleset, "person,greedy", 400, random.Random(6))[-1]
    assert now.over
    shown = make_replay_result(book, ruleset.seed.digits, "", 0, 0, "person,greedy", now.moves)
    film = replay.decode_replay(gzip.decompress(shown.film))
    assert film.over
    assert film.seat == -1
    assert now.end is not None
    refused = make_replay_result(book, ruleset.seed.digits, "", 0, 0, "greedy", now.moves)
    assert "at least one seat" in refused.refusal


# ----------------------------------------------------------------------------------------- the page


@pytest.mark.thorough
@pytest.mark.parametrize("book", soak_all_but(["skirmish", "gamble"], BOOKS))
def test_play_page_links_play_game(client: FlaskClient, book: str) -> None:
    address = f"/play/{book}/{rolled(book).seed.digits}?bots=person,greedy"
    chance = random.Random(5)
    for _ in range(25):
        answer = request_page(client, address)
        assert answer.status_code == 200
        assert answer.headers["Cache-Control"] == "private, no-cache"
        assert "noindex" in answer.headers["X-Robots-Tag"]
        page = soup(answer.text)
        options = page.select("a.option")
        if not options:
            break
        assert all("nofollow" in link["rel"] for link in page.select("a[href*='moves=']"))
        spots = {spot["href"] for spot in page.select("a.choice")}
        assert spots <= {link["href"] for link in options}
        address = str(chance.choice(options)["href"])
    assert request_page(client, address).text == request_page(client, address).text


@pytest.mark.parametrize("book", BOOKS)
def test_play_page_links_rules_of_question(client: FlaskClient, book: str) -> None:
    page = soup(
        request_page(client, f"/play/{book}/{rolled(book).seed.digits}?bots=person,greedy").text
    )
    keyed = page.select(".beneath a[data-rule]")
    assert [link["data-key"] for link in keyed] == ["r"]
    marked = [*keyed, *page.select(".more a[data-rule]")]
    rules = soup(client.get(str(marked[0]["href"]).partition("#")[0]).text)
    for link in marked:
        assert rules.find(id=link["data-rule"]) is not None
        assert str(link["href"]).endswith(f"#{link['data-rule']}")
    at_hand = ["rosters", "reference"] if rolled(book).book.roster.figure else ["reference"]
    assert [link["data-rule"] for link in marked[-len(at_hand) :]] == at_hand


def test_play_page_finished_game_has_result_and_links(client: FlaskClient) -> None:
    ruleset = rolled("gamble")
    now = play_states(ruleset, "person,greedy", 400, random.Random(6))[-1]
    address = f"/play/gamble/{ruleset.seed.digits}?bots=person,greedy&moves={now.moves}"
    page = soup(request_page(client, address).text)
    onwards = {link.text: str(link["href"]) for link in page.select(".question a")}
    report = client.get(onwards["Download the report (Markdown)"])
    assert report.status_code in (200, 503), "the job may still be under way"
    assert onwards["Play again with the same dice"].endswith("?bots=person,greedy&free=1")
    assert "game=1" in onwards["Play again"]
    is_pair = ruleset.players == 2
    assert ("Swap sides" in onwards) == is_pair
    assert not is_pair or "bots=greedy" in onwards["Swap sides"]


def test_play_page_bots_with_spaces_are_read(client: FlaskClient) -> None:
    """Also check the error for a misspelt bot."""
    address = f"/play/duel/{rolled('duel').seed.digits}?bots="
    assert request_page(client, f"{address}person,+greedy").status_code == 200
    wrong = request_page(client, f"{address}person,gredy")
    assert wrong.status_code == 400
    assert "There is no gredy to play it" in wrong.text
    assert "Write person for a seat that you play, as in person,easy" in wrong.text


def test_play_page_without_bots_redirects_to_easy(client: FlaskClient) -> None:
    answer = client.get(f"/play/classic/{PUBLISHED}?name=Last+Stand")
    assert answer.status_code == 303
    assert (
        answer.headers["Location"]
        == f"/play/classic/{PUBLISHED}?bots=person,easy&free=1&auto=routine,setup&name=Last+Stand"
    )


@pytest.mark.parametrize("book", ["classic", "skirmish"])
def test_play_page_set_up_for_me_reaches_the_first_round(client: FlaskClient, book: str) -> None:
    game = f"/play/{book}/{rolled(book).seed.digits}?bots=person,easy&free=1"
    page = soup(request_page(client, game).text)
    button = page.select_one(".setup a")
    assert button.text == "Set up for me"
    answer = request_page(client, str(button["href"]))
    assert answer.status_code == 303
    after = soup(request_page(client, answer.headers["Location"]).text)
    assert after.select_one(".setup") is None
    assert "Round 1" in [head.text for head in after.select(".entries .head")]
    undo = next(link for link in after.select(".beneath a") if link.text == "Undo")
    before = soup(request_page(client, str(undo["href"])).text)
    assert before.select_one("#question").text == page.select_one("#question").text


@pytest.mark.parametrize("book", BATTLES)
def test_play_page_of_a_first_game_begins_with_an_activation(
    client: FlaskClient, book: str
) -> None:
    start = client.get(f"/play/{book}/{rolled(book).seed.digits}").headers["Location"]
    page = soup(request_page(client, start).text)
    assert page.select_one("#question").text == "Which unit do you activate?"
    assert not page.select(".setup, .minute[open]")
    assert not [link for link in page.select(".beneath a") if link.text == "Undo"]
    oneself = page.select_one(".asides a")
    assert oneself.text == "Set up your side yourself"
    set_up = soup(request_page(client, str(oneself["href"])).text)
    assert set_up.select_one(".setup a").text == "Set up for me"


def test_play_page_menu_asks_everything_or_what_matters(client: FlaskClient) -> None:
    start = f"/play/classic/{rolled('classic').seed.digits}?bots=person,easy&auto=routine,setup"
    page = soup(request_page(client, start).text)
    switch = page.select_one(".asks a")
    assert switch.text == "Ask me everything"
    everything = soup(request_page(client, str(switch["href"])).text)
    assert everything.select_one("#question").text == page.select_one("#question").text
    assert not everything.select_one(".other input[name=auto]").has_attr("checked")
    back = everything.select_one(".asks a")
    assert back.text == "Ask me only what matters"
    assert "auto=routine&" in str(back["href"])


def test_play_page_question_can_be_left_to_a_bot(client: FlaskClient) -> None:
    address = f"/play/classic/{rolled('classic').seed.digits}?bots=person,greedy&auto=routine"
    chance = random.Random(7)
    for _ in range(60):
        page = soup(request_page(client, address).text)
        leave = page.select_one(".asides a")
        if leave is not None:
            break
        address = str(chance.choice(page.select("a.option"))["href"])
    assert leave.text == "Let a bot answer this from now on"
    after = soup(request_page(client, str(leave["href"])).text)
    assert after.select_one("#question").text != page.select_one("#question").text
    again = after.select(".asks a")[1]
    assert again.text.startswith("Ask me again: ")
    assert "auto=routine&" in str(again["href"])


@pytest.mark.parametrize("book", BOOKS)
def test_play_page_says_side_and_aim_in_one_line(client: FlaskClient, book: str) -> None:
    game = f"/play/{book}/{rolled(book).seed.digits}"
    line = soup(request_page(client, f"{game}?bots=person,easy").text).select_one(".aim")
    assert line.select_one("b").text.startswith("You are ")
    assert line.text.startswith("You are Red. ") or "(red). " in line.text
    assert line.text.endswith(".")
    other = soup(request_page(client, f"{game}?bots=easy,person").text).select_one(".aim")
    assert not other.text.startswith("You are Red")
    named = soup(request_page(client, f"{game}?bots=person,easy&own=side-1~Orks").text)
    assert named.select_one(".aim").text.startswith("You are Orks (red). ")


@pytest.mark.parametrize("book", ["duel", "gamble"])
def test_play_page_end_says_who_won_and_what_next(client: FlaskClient, book: str) -> None:
    ruleset = rolled(book)
    bots = "person,easy"
    now = load_position(ruleset, bots=bots)
    while not now.over:
        now = load_position(ruleset, now.options[-1].moves, bots)
    assert now.end is not None
    page = soup(
        request_page(
            client, f"/play/{book}/{ruleset.seed.digits}?bots={bots}&moves={now.moves}"
        ).text
    )
    headline = page.select_one("#question").text
    assert headline.partition(".")[0] == now.end.headline.partition(".")[0]
    for n, side in enumerate(now.sides):  # the world of the game names them
        named = page.select(".drawing-side text")[n].text
        if side in now.end.headline:
            assert named in headline
    assert headline.startswith({True: "You won", False: "You lost", None: "Drawn"}[now.end.won])
    again = {link.text: str(link["href"]) for link in page.select(".again a")}
    assert ("Play against a stronger bot" in again) == bool(now.end.won)
    assert client.get(again["Change a rule"]).status_code == 200


def open_pointable_question(client: FlaskClient, address: str) -> BeautifulSoup:
    """Play the first options of a game until a question takes a point, and return its page."""
    for _ in range(60):
        page = soup(request_page(client, address).text)
        if page.select_one(".point-form:not([hidden])"):
            return page
        address = str(page.select_one("a.option")["href"])
    raise AssertionError("no question takes a point")


def fill_point_form(page: BeautifulSoup, x: float, y: float) -> str:
    """Return the address that the form for a point leads to."""
    form = page.select_one(".point-form")
    fields = [(field["name"], field["value"]) for field in form.select("input[type=hidden]")]
    return str(form["action"]).partition("#")[0] + "?" + urlencode([*fields, ("x", x), ("y", y)])


def test_play_page_form_tries_any_point(client: FlaskClient) -> None:
    """Set up a unit without script, on points of the deployment area and outside of it."""
    start = f"/play/skirmish/{rolled('skirmish').seed.digits}?bots=person,greedy&free=1"
    page = open_pointable_question(client, start)
    question = page.select_one("#question").text
    refusals = set()
    for n in range(100):
        tried = soup(
            request_page(client, fill_point_form(page, 3.0 * (n % 10), 3.0 * (n // 10))).text
        )
        pointed = tried.select_one(".pointed")
        assert tried.select_one(".ghost") is not None
        assert len(tried.select("a.option")) == len(page.select("a.option"))
        if pointed.select_one("a") is not None:
            break
        refusals.add(pointed.text)
    assert refusals <= set(REFUSALS.values())
    there = str(pointed.select_one("a")["href"])
    assert "x=" not in there
    after = soup(request_page(client, there).text)
    assert after.select_one("#question").text != question
    assert after.select_one(".trouble").text == ""
    undo = next(link for link in after.select(".beneath a") if link.text == "Undo")
    assert (
        soup(request_page(client, str(undo["href"])).text).select_one("#question").text == question
    )


class FailedTurns(StubQueue):
    """A queue whose jobs have failed."""

    def status(self, key: Key) -> JobStatus[PlayState]:
        return JobStatus(True, failed=True)


class FullQueue(StubQueue):
    """A queue that takes no job."""

    def submit(self, key: Any, visitor: str = "") -> None:
        raise QueueFull(1)


def test_play_page_busy_site_keeps_the_point_that_was_tried() -> None:
    app = create_app()
    app.extensions["turns"] = FullQueue(), FullQueue()
    address = f"/play/duel/{rolled('duel').seed.digits}?bots=person,easy&advice=1&x=1.5&y=-2.25"
    answer = app.test_client().get(address)
    again = soup(answer.text).find("a", string="Try again")
    assert answer.status_code == 503
    query = parse_qs(urlsplit(str(again["href"])).query)
    assert {name: query[name] for name in ("advice", "x", "y")} == {
        "advice": ["1"],
        "x": ["1.5"],
        "y": ["-2.25"],
    }


def test_play_point_answers_with_a_place_and_its_moves(client: FlaskClient) -> None:
    start = f"/play/duel/{rolled('duel').seed.digits}?bots=person,greedy&free=1"
    page = open_pointable_question(client, start)
    state = client.get(str(page.select_one(".play")["data-state"])).json
    pointable = state["question"]["pointable"]
    west, north, scale = (state["frames"][name] for name in ("west", "north", "scale"))
    x, y = next(end for end in pointable["reach"] if end != pointable["origin"])
    at = {"x": west + x / scale, "y": north - y / scale}
    answer = request_page(client, f"{pointable['url']}&{urlencode(at)}").json
    assert abs(answer["x"] - at["x"]) < 0.5
    assert answer["distance"].endswith(" apart")
    after = soup(request_page(client, answer["url"]).text)
    assert after.select_one(".trouble").text == ""


@pytest.mark.parametrize("point", ["x=1", "y=1", "x=a&y=1", "x=nan&y=1", "x=1e9&y=1"])
def test_play_page_invalid_point_shows_an_example(client: FlaskClient, point: str) -> None:
    game = f"/play/classic/{PUBLISHED}"
    for address in (
        f"{game}?bots=person,greedy&{point}",
        f"{game}.point?bots=person,greedy&{point}",
    ):
        answer = client.get(address)
        assert answer.status_code == 400
        assert "x=12.5&amp;y=7" in answer.text or "x=12.5&y=7" in answer.text


def test_play_point_of_question_without_points_is_refused(client: FlaskClient) -> None:
    address = f"/play/gamble/{rolled('gamble').seed.digits}.point?bots=person,greedy&x=1&y=1"
    answer = request_page(client, address)
    assert answer.status_code == 409
    assert "takes no point" in answer.text


def test_play_json_has_the_options_of_the_page(client: FlaskClient) -> None:
    page = soup(request_page(client, f"/play/classic/{PUBLISHED}?bots=person,greedy").text)
    state = client.get(str(page.select_one(".play")["data-state"])).json
    links = page.select("a.option")
    assert [option["url"] for option in state["question"]["options"]] == [
        link["href"] for link in links
    ]
    assert [option["label"] for option in state["question"]["options"]] == [
        link.text for link in links
    ]
    assert state["question"]["title"] == page.select_one("#question").text
    assert state["frames"]["cuts"]


def test_play_page_tells_what_happened_last_above_the_question(client: FlaskClient) -> None:
    address = f"/play/classic/{PUBLISHED}?bots=person,greedy"
    for _ in range(60):
        page = soup(request_page(client, address).text)
        if page.select(".latest"):
            break
        address = str(page.select("a.option")[0]["href"])
    (latest,) = page.select(".latest")
    assert latest.find_next("h2")["id"] == "question"
    state = client.get(str(page.select_one(".play")["data-state"])).json
    assert state["latest"] == latest.text


def open_leg_it(client: FlaskClient) -> BeautifulSoup:
    """Open a question at which a side may leave the table, after a bot has played a round."""
    rules = rolled("skirmish", morale="leg-it", objectives="loot", fighting="hand-signs")
    address = f"/play/skirmish/{rules.seed.digits}?bots=person,easy"
    for _ in range(20):
        page = soup(request_page(client, address).text)
        if page.select("[data-sure]"):
            return page
        played = request_page(client, str(page.select_one("a[data-key=a]")["href"]))
        address = played.headers["Location"]
    raise AssertionError("nobody may leave")


def test_play_page_leaving_is_last_with_its_cost_and_its_rule(client: FlaskClient) -> None:
    page = open_leg_it(client)
    options = page.select("a.option")
    assert options[-1].has_attr("data-sure")
    assert "game at once" in options[-1].text
    assert "Loot Token" in options[-1].text
    rule = options[-1].parent.select_one(".own-rule")
    assert rule.text == "Morale: Leg It"
    assert str(rule["href"]).endswith("#morale")
    state = client.get(str(page.select_one(".play")["data-state"])).json
    assert state["question"]["options"][-1]["rule"] == ["Morale: Leg It", "morale"]


def test_play_page_ending_of_actions_is_the_last_option(client: FlaskClient) -> None:
    address = f"/play/classic/{PUBLISHED}?bots=person,greedy"
    for _ in range(40):
        page = soup(request_page(client, address).text)
        options = page.select("a.option")
        if any(option.text.startswith("End ") for option in options):
            break
        address = str(options[0]["href"])
    assert len(options) > 1
    assert options[-1].text.startswith("End ")
    assert [int(option["data-option"]) for option in options] == [*range(1, len(options) + 1)]


def test_play_page_damaged_moves_show_warning(client: FlaskClient) -> None:
    page = soup(
        request_page(
            client, f"/play/classic/{PUBLISHED}?bots=person,greedy&moves=AAAAAAAAA%3Cb%3E"
        ).text
    )
    trouble = page.select_one(".trouble")
    assert trouble is not None
    assert "incomplete" in trouble.text
    assert page.select("a.option")


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/play/classic/123?bots=person", 404),
        ("/play/chess/243856987615781?bots=person", 404),
        (f"/play/classic/{PUBLISHED}.pdf?bots=person", 404),
        (f"/play/classic/{PUBLISHED}?bots=greedy", 400),
        (f"/play/classic/{PUBLISHED}?bots=person,nobody", 400),
        (f"/play/classic/{PUBLISHED}?bots=person,greedy,greedy", 400),
        (f"/play/classic/{PUBLISHED}?bots=person&dice=-1", 400),
        (f"/play/classic/{PUBLISHED}?bots=person&game=99999999999999999999", 400),
    ],
)
def test_play_page_invalid_address_is_refused(
    client: FlaskClient, address: str, status: int
) -> None:
    answer = request_page(client, address)
    assert answer.status_code == status
    assert "Traceback" not in answer.text


@pytest.mark.parametrize("form", ["", ".json"])
def test_play_page_failed_game_returns_500(form: str) -> None:
    app = create_app()
    queue = FailedTurns()
    app.extensions["turns"] = queue, queue
    answer = app.test_client().get(f"/play/classic/{PUBLISHED}{form}?bots=person,greedy")
    assert answer.status_code == 500
    assert "The game failed" in answer.text


@pytest.mark.parametrize("asked_for", ["moves=EXxzSU", "moves=EXxzSU&advice=1"])
def test_play_page_queue_full_links_to_same_moves(asked_for: str) -> None:
    app = create_app()
    app.extensions["turns"] = turns = turn_queues(max_pending=0, needs_compiler=False)
    answer = app.test_client().get(f"/play/classic/{PUBLISHED}?bots=person,greedy&{asked_for}")
    for queue in turns:
        queue.close()
    assert answer.status_code == 503
    assert int(answer.headers["Retry-After"]) > 0
    assert "turns in progress (limit: 0)" in answer.text
    assert soup(answer.text).select_one(f"main a[href$='{asked_for}']") is not None


def test_play_page_visitor_limit_returns_429() -> None:
    app = create_app()
    app.extensions["turns"] = turns = turn_queues(max_per_visitor=0, needs_compiler=False)
    answer = app.test_client().get(f"/play/classic/{PUBLISHED}?bots=person,greedy")
    for queue in turns:
        queue.close()
    assert answer.status_code == 429
    assert int(answer.headers["Retry-After"]) > 0
    assert "You have too many turns in progress (limit: 0)." in answer.text


def test_play_page_advice_pending_links_to_itself() -> None:
    app = create_app()
    app.extensions["turns"] = StubTurns(), StubTurns()
    page = soup(
        app.test_client().get(f"/play/classic/{PUBLISHED}?bots=person,greedy&advice=1").text
    )
    assert "The planner is testing each option" in page.main.text
    assert page.main.select_one("a[href$='&advice=1']") is not None


def test_play_page_options_at_one_place_have_one_circle() -> None:
    places = [(1.0, 1.0), (1.2, 1.0), None, (9.0, 1.0), (1.0, 1.3)]
    options = [Choice(f"Option {n}", "", place=place) for n, place in enumerate(places)]
    turn = PlayState(options=tuple(options))
    reel = DrawnReplay("", (), "0 0 9 9", "", "", False, 1.0, 0.0, 9.0, ())
    views = build_options(turn, FakeAddress(), reel)  # type: ignore[arg-type]
    assert [view.spot for view in views] == [0, 1, 0, 0, 1]


class FakeAddress:
    """An address that has no page."""

    def url(self, *, moves: str) -> str:
        return moves
