"""Playing on the site: a game is its address, whoever asks, and what is sealed is nowhere in it."""

from __future__ import annotations

import gzip
import random
import time
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from flask.testing import FlaskClient

from carnage.engine import visibility
from carnage.engine.games import family_of
from carnage.jobs.results import Key
from carnage.jobs.status import JobStatus
from carnage.jobs.tasks.play import load_state
from carnage.jobs.tasks.replay import record_replay
from carnage.matches import sessions
from carnage.matches.moves import CODES
from carnage.matches.state import PlayRequest, PlayState
from carnage.replays import replay
from carnage.rulesets.ruleset import Ruleset
from carnage.web import create_app
from carnage.web.matches.game_views import read_reel
from tests.support.job_queues import turn_queues
from tests.support.old_moves import pack_old
from tests.support.play_requests import asked, at
from tests.support.rulesets import BOOKS, PUBLISHED, rolled, sample
from tests.support.stand_ins import Queue
from tests.support.web import soup


@pytest.fixture(scope="module")
def client() -> Iterator[FlaskClient]:
    app = create_app()
    app.extensions["turns"] = turns = turn_queues()
    yield app.test_client()
    for queue in turns:
        queue.close()


class Waits(Queue):
    """Stands in for the site's `Turns`, of whom everything is asked for the first time."""

    def status(self, key: Key) -> JobStatus[PlayState]:
        return JobStatus(True, under_way=True)


def played(ruleset: Ruleset, bots: str, most: int, chance: random.Random) -> list[PlayState]:
    """The stands of a game in which persons answer at random."""
    stands = [at(ruleset, bots=bots)]
    while not stands[-1].over and len(stands) <= most:
        now = stands[-1]
        if now.curtain:
            now = at(ruleset, now.moves, bots, now.seat + 1)
        stands.append(at(ruleset, chance.choice(now.options).moves, bots))
    return stands


def secretive(book: str) -> bool:
    """Whether anything is answered in secret in games of this book."""
    return any(query.sealed for query in family_of(rolled(book).book.family).queries)


# ----------------------------------------------------------------------------------------- the game


@pytest.mark.parametrize("book", BOOKS)
def test_a_game_is_its_address(book: str) -> None:
    ruleset = rolled(book)
    stands = played(ruleset, "person,greedy", 40, random.Random(1))
    for now in (stands[-1], stands[len(stands) // 2], stands[1]):
        warm = at(ruleset, now.moves)
        sessions._games.clear()
        assert at(ruleset, now.moves) == warm == now
    for before, after in pairwise(stands):
        assert after.back is not None
        assert bare(at(ruleset, after.back)) == bare(before)
        assert not after.trouble


@pytest.mark.parametrize("book", BOOKS)
def test_moves_that_are_cut_off_lead_to_the_game_as_far_as_they_are_whole(book: str) -> None:
    ruleset = rolled(book)
    stands = played(ruleset, "person,greedy", 12, random.Random(2))
    whole = stands[-1].moves
    # Not the last letter, some of whose bits have no meaning.
    cut = at(ruleset, whole[:-2] + ("A" if whole[-2] != "A" else "B") + whole[-1])
    assert "damaged" in cut.trouble
    assert cut.moves in {stand.moves for stand in stands}


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("with_codes", [True, False])
def test_moves_of_other_rules_that_fit_are_replayed_and_said_to_be(
    book: str, with_codes: bool
) -> None:
    ruleset = rolled(book)
    now = played(ruleset, "person,greedy", 12, random.Random(3))[-1]
    table = next(reversed(sessions._games.values()))
    answers = table.url_answers()
    packed = table.codec.encode("0" * 12, answers)
    if not with_codes:
        packed = pack_old(table.codec, "0" * 12, answers)
    sessions._games.clear()
    replayed = at(ruleset, packed)
    assert (
        replayed.trouble
        == "This game was begun under other rules. Its answers were replayed under those of today."
    )
    assert replayed.moves == now.moves
    assert not at(ruleset, replayed.moves).trouble


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("kept", [True, False])
def test_moves_stop_at_the_answer_that_is_no_longer_offered(book: str, kept: bool) -> None:
    """Whether the worker still has the game as it was left or not."""
    ruleset = rolled(book)
    stands = played(ruleset, "person,greedy", 12, random.Random(3))
    table = next(reversed(sessions._games.values()))
    answers = table.url_answers()
    fourth = answers[3]
    answers[3] = fourth._replace(code=(fourth.code + 1) % CODES)
    packed = table.codec.encode("0" * 12, answers)
    if not kept:
        sessions._games.clear()
    stopped = at(ruleset, packed)
    assert stopped.moves == stands[3].moves
    assert stopped.question == stands[3].question
    assert stopped.trouble.startswith("Answer 4 of this game, to the question “")
    assert (
        "is no longer offered. The game is here as it stood before that answer" in stopped.trouble
    )


@pytest.mark.parametrize("with_codes", [True, False])
def test_moves_stop_at_an_option_of_which_there_are_not_so_many(with_codes: bool) -> None:
    ruleset = rolled("duel")
    stands = played(ruleset, "person,greedy", 6, random.Random(3))
    table = next(reversed(sessions._games.values()))
    answers = table.url_answers()
    answers[2] = answers[2]._replace(option=15)
    packed = table.codec.encode(table.version, answers)
    if not with_codes:
        packed = pack_old(table.codec, table.version, answers)
    stopped = at(ruleset, packed)
    assert stopped.moves == stands[2].moves
    assert stopped.trouble.startswith("Answer 3 of this game, to the question “")


def test_moves_after_the_end_say_that_the_game_is_over() -> None:
    ruleset = rolled("gamble")
    end = played(ruleset, "person,greedy", 400, random.Random(6))[-1]
    assert end.over
    table = next(reversed(sessions._games.values()))
    answers = table.url_answers()
    more = table.codec.encode(table.version, [*answers, answers[-1]])
    stopped = at(ruleset, more)
    assert stopped.moves == end.moves
    assert stopped.trouble == (
        f"Answer {len(answers) + 1} of this game is no longer asked for: the game is over before "
        "it."
    )


@pytest.mark.thorough
@pytest.mark.parametrize("book", [book for book in BOOKS if secretive(book)])
def test_what_is_sealed_is_in_nothing_that_leaves_the_worker(book: str) -> None:
    """Two people at one screen: whatever the first has answered in secret, the second is shown
    the same.
    """
    chance = random.Random(4)
    seen = 0
    for ruleset in sample(4, book):
        for now in played(ruleset, "person,person", 14, chance):
            if not (now.curtain and now.sealed):
                continue
            first = at(ruleset, now.moves, "person,person", now.seat + 1)
            after = [at(ruleset, option.moves, "person,person") for option in first.options]
            if not all(each.curtain and each.sealed and each.seat != first.seat for each in after):
                continue
            seen += 1
            shown = {bare(each) for each in after}
            shown |= {
                bare(at(ruleset, each.moves, "person,person", each.seat + 1)) for each in after
            }
            assert len(shown) == 2, (
                ruleset.path,
                first.question,
            )  # behind the curtain, and in front of it
            if seen == 2:
                return
    assert seen, "nothing was answered in secret"


def test_who_has_secrets_answers_behind_a_curtain_whatever_is_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Two people at one screen, of whom one knows what the other may not see, as cards in a
    hand.
    """
    ruleset = rolled("gamble")
    assert not at(ruleset, bots="person,person").curtain, "nothing is hidden in this game"
    monkeypatch.setattr(visibility, "sees_more_than_spectator", lambda record, seat: seat == 0)
    now = at(ruleset, bots="person,person")
    assert now.seat == 0
    assert now.curtain
    assert not now.question
    assert not now.options
    assert at(ruleset, bots="person,person", alone=1).options
    assert at(ruleset, bots="person,greedy").options, "nobody else is there"


def bare(now: PlayState) -> tuple[Any, ...]:
    """A stand without the moves, whose letters nobody can read."""
    says = tuple((each.says, each.pieces, each.place) for each in now.options)
    return now.seat, now.curtain, now.question, now.about, says, gzip.decompress(now.reel)


def test_a_planner_s_sealed_answers_are_planned_again() -> None:
    ruleset = rolled("duel")
    now = at(ruleset, bots="planner,person")
    table = next(reversed(sessions._games.values()))
    assert now.sealed
    assert table.answers
    assert all(given.planned for given in table.answers)
    packed = table.codec.decode(now.moves)
    assert {each.option for each in packed.answers} == {-1}
    sessions._games.clear()
    assert at(ruleset, now.moves, "planner,person") == now


@pytest.mark.parametrize("book", BOOKS)
def test_advice_gives_every_option_a_chance(book: str) -> None:
    ruleset = rolled(book)
    now = load_state(
        book, ruleset.seed.digits, "", 0, 0, "person,greedy", "", PlayRequest(with_advice=True)
    )
    for option in now.options:
        assert option.outlook is not None
        assert 0.0 <= option.outlook.low <= option.outlook.won <= option.outlook.high <= 1.0


def headings(now: PlayState) -> list[str]:
    """What begins the parts of a game that are told on its page."""
    lines = (line for cut in read_reel(now.reel).cuts for line in cut.lines)
    return [line for line in lines if line.startswith("#")]


@pytest.mark.parametrize("book", BOOKS)
def test_a_part_of_a_game_can_be_left_to_a_bot(book: str) -> None:
    """From whatever question on: nothing is answered once another part has begun, and of what is
    begun before that it is the asked one's own. All that has happened since is told, and is taken
    back at once.
    """
    ruleset = rolled(book)
    seen = 0
    for now in played(ruleset, "person,greedy", 60, random.Random(9))[::3]:
        if now.over:
            break
        key = (book, ruleset.seed.digits, "", 0, 0, "person,greedy")
        left = load_state(*key, now.moves, PlayRequest(autoplay=True))
        after, whole = (
            at(ruleset, left.moves),
            load_state(*key, left.moves, PlayRequest(since=left.since)),
        )
        assert not after.trouble
        assert (whole.question, whole.options) == (after.question, after.options)
        assert at(ruleset, whole.back or "").question == now.question
        told, last = headings(whole), headings(after)
        # What was told before the bot's last answer.
        before = told[: len(told) - len(last)]
        assert len(before) <= 1
        assert all(now.sides[now.seat] in each or "Setting up" in each for each in before)
        seen += bool(told)
    assert seen


@pytest.mark.thorough
def test_whoever_leaves_the_setting_up_to_a_bot_comes_to_the_first_round(
    client: FlaskClient,
) -> None:
    game = f"/play/classic/{rolled('classic').seed.digits}?bots=person,greedy"
    page = soup(asked(client, game).text)
    (leave,) = page.select(".beneath a[data-key=b]")
    for _ in range(100):
        answer = client.get(str(leave["href"]))
        if answer.status_code != 200:
            break
        time.sleep(0.2)
    assert answer.status_code == 303
    there = str(answer.headers["Location"])
    assert "since=0" in there
    page = soup(asked(client, there).text)
    heads = [head.text for head in page.select(".entries .head")]
    assert "Round 1" in heads
    (back,) = [link for link in page.select(".beneath a") if link.text == "Take back"]
    assert "since" not in str(back["href"])
    before = soup(asked(client, str(back["href"])).text)
    assert not before.select(".entries .head")
    # Where he goes on is told from there.
    assert "since" not in str(page.select_one("a.option")["href"])
    planned = soup(asked(client, game.replace("greedy", "planner")).text)
    assert not planned.select(".beneath a[data-key=b]")
    assert client.get(f"{game}&since=x").status_code == 400


@pytest.mark.parametrize("book", ["duel", "gamble"])
def test_a_game_that_was_played_can_be_watched_whole(book: str) -> None:
    ruleset = rolled(book)
    now = played(ruleset, "person,greedy", 400, random.Random(6))[-1]
    assert now.over
    shown = record_replay(book, ruleset.seed.digits, "", 0, 0, "person,greedy", now.moves)
    film = replay.decode_replay(gzip.decompress(shown.film))
    assert film.over
    assert film.seat == -1
    assert now.result == tuple(film.steps[-1].lines[-len(now.result) :])
    refused = record_replay(book, ruleset.seed.digits, "", 0, 0, "greedy", now.moves)
    assert "one of the seats" in refused.refusal


# ----------------------------------------------------------------------------------------- the page


@pytest.mark.parametrize("book", BOOKS)
def test_a_game_is_played_by_its_links(client: FlaskClient, book: str) -> None:
    address = f"/play/{book}/{rolled(book).seed.digits}?bots=person,greedy"
    chance = random.Random(5)
    for _ in range(25):
        answer = asked(client, address)
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
    assert asked(client, address).text == asked(client, address).text


@pytest.mark.parametrize("book", BOOKS)
def test_the_rule_that_is_asked_about_is_one_key_away(client: FlaskClient, book: str) -> None:
    page = soup(asked(client, f"/play/{book}/{rolled(book).seed.digits}?bots=person,greedy").text)
    marked = page.select(".beneath a[data-rule]")
    assert [link.get("data-key") for link in marked] == ["r", *[None] * (len(marked) - 1)]
    rules = soup(client.get(str(marked[0]["href"]).partition("#")[0]).text)
    for link in marked:
        assert rules.find(id=link["data-rule"]) is not None
        assert str(link["href"]).endswith(f"#{link['data-rule']}")
    at_hand = ["rosters", "reference"] if rolled(book).book.roster.figure else ["reference"]
    assert [link["data-rule"] for link in marked[-len(at_hand) :]] == at_hand


def test_a_game_that_is_over_has_its_result_its_report_and_ways_on(client: FlaskClient) -> None:
    ruleset = rolled("gamble")
    now = played(ruleset, "person,greedy", 400, random.Random(6))[-1]
    address = f"/play/gamble/{ruleset.seed.digits}?bots=person,greedy&moves={now.moves}"
    page = soup(asked(client, address).text)
    assert page.select_one(".result").text in now.result
    onwards = {link.text: str(link["href"]) for link in page.select(".question a")}
    report = client.get(onwards["Its report, to keep"])
    assert report.status_code in (200, 503), "it may still be written"
    assert onwards["Again with the same dice"].endswith("?bots=person,greedy")
    assert "game=1" in onwards["Again with other dice"]
    assert "bots=greedy" in onwards["Again with seats changed"]


def test_who_plays_is_read_with_gaps_and_what_is_wrong_is_named(client: FlaskClient) -> None:
    address = f"/play/duel/{rolled('duel').seed.digits}?bots="
    assert asked(client, f"{address}person,+greedy").status_code == 200
    wrong = asked(client, f"{address}person,gredy")
    assert wrong.status_code == 400
    assert "There is no gredy to play it" in wrong.text
    assert "is called person there, as in person,greedy" in wrong.text


def test_without_bots_it_is_somebody_against_the_greedy_one(client: FlaskClient) -> None:
    answer = client.get(f"/play/classic/{PUBLISHED}?name=Last+Stand")
    assert answer.status_code == 303
    assert (
        answer.headers["Location"]
        == f"/play/classic/{PUBLISHED}?bots=person,greedy&name=Last+Stand"
    )


def test_damaged_moves_say_so_and_go_on(client: FlaskClient) -> None:
    page = soup(
        asked(client, f"/play/classic/{PUBLISHED}?bots=person,greedy&moves=AAAAAAAAA%3Cb%3E").text
    )
    trouble = page.select_one(".trouble")
    assert trouble is not None
    assert "damaged" in trouble.text
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
def test_bad_addresses_are_refused(client: FlaskClient, address: str, status: int) -> None:
    answer = asked(client, address)
    assert answer.status_code == status
    assert "Traceback" not in answer.text


@pytest.mark.parametrize("asked_for", ["moves=EXxzSU", "moves=EXxzSU&advice=1"])
def test_past_the_bound_the_game_is_kept_by_its_address(asked_for: str) -> None:
    app = create_app()
    app.extensions["turns"] = turns = turn_queues(max_pending=0, needs_compiler=False)
    answer = app.test_client().get(f"/play/classic/{PUBLISHED}?bots=person,greedy&{asked_for}")
    for queue in turns:
        queue.close()
    assert answer.status_code == 503
    assert int(answer.headers["Retry-After"]) > 0
    assert "The site already has as many turns" in answer.text
    assert soup(answer.text).select_one(f"main a[href$='{asked_for}']") is not None


def test_play_page_visitor_limit_answers_429_with_the_limit_of_the_visitor() -> None:
    app = create_app()
    app.extensions["turns"] = turns = turn_queues(max_per_visitor=0, needs_compiler=False)
    answer = app.test_client().get(f"/play/classic/{PUBLISHED}?bots=person,greedy")
    for queue in turns:
        queue.close()
    assert answer.status_code == 429
    assert int(answer.headers["Retry-After"]) > 0
    assert "You already have as many turns under way as one visitor may have (0)." in answer.text


def test_whoever_waits_for_the_planner_is_told_so_and_looks_again_for_its_advice() -> None:
    app = create_app()
    app.extensions["turns"] = Waits(), Waits()
    page = soup(
        app.test_client().get(f"/play/classic/{PUBLISHED}?bots=person,greedy&advice=1").text
    )
    assert "The planner is trying the answers out" in page.main.text
    assert page.main.select_one("a[href$='&advice=1']") is not None
