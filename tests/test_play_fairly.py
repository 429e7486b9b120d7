"""Playing beside others who ask for much: each click is answered, planners come in steps, and whoever has
them think is charged for it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any

import jobs
import pytest
from rulesets import rolled
from test_play_page import asked, at
from test_playtest_page import until
from wire import called, rest, statuses

from carnage import serving
from carnage.engine import planner
from carnage.engine.compiling import library
from carnage.jobs import priority
from carnage.jobs import worker as worker_process
from carnage.jobs.queue import Busy, Jobs
from carnage.jobs.results import Results
from carnage.jobs.service import Workshop
from carnage.jobs.tasks import play as play_task
from carnage.jobs.tasks import playtest as playtest_task
from carnage.jobs.tasks.play import PlannedTurns, Turns, in_steps
from carnage.jobs.tasks.playtest import Playtests
from carnage.jobs.tasks.print import Prints
from carnage.jobs.tasks.replay import PlannedShows, Shows
from carnage.matches import sessions
from carnage.ruleset import Ruleset
from carnage.serving import running
from carnage.serving.budgets import ELSEWHERE, Budgets
from carnage.web import create_app
from carnage.web.patience import Patience

SMALLEST = "gamble"


@pytest.fixture
def queues() -> Iterator[tuple[Turns, PlannedTurns]]:
    own = Turns(), PlannedTurns()
    yield own
    for queue in own:
        queue.close()


@pytest.mark.thorough
def test_four_who_have_planners_think_keep_nobody_from_playing(queues: tuple[Turns, PlannedTurns]) -> None:
    ruleset = rolled(SMALLEST)
    address = f"/play/{SMALLEST}/{ruleset.seed.digits}?bots=person,greedy"
    app = create_app()
    app.extensions["turns"] = queues
    for warm in (address, f"{address}&advice=1"):
        asked(app.test_client(), warm)
    click = address + "&moves=" + at(ruleset).options[0].moves
    with serving.served(app) as port:
        greedy = []
        for n in range(32):
            greedy.append(called(port, f"127.0.0.{2 + n % 4}"))
            planned = f"{address}&advice=1" if n % 8 < 4 else address.replace("greedy", "planner")
            greedy[-1].sendall(f"GET {planned}&dice={n + 1} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        until(lambda: queues[1].count() == 8)  # of the thirty-two
        began = time.monotonic()
        with closing(called(port, "127.0.0.9")) as fifth:
            fifth.sendall(f"GET {click} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
            answer = rest(fifth)
        took = time.monotonic() - began
        assert statuses(answer) == [200]
        assert b'class="option' in answer
        assert took < 1.0
        assert queues[1].count()
        for each in greedy:
            each.close()


def planned(ruleset: Ruleset, bots: str = "planner,person", moves: str = "") -> tuple[Any, ...]:
    return ruleset.book.code, ruleset.seed.digits, "", 0, 0, bots, moves, play_task.Wanted()


def test_a_planner_s_answers_come_in_steps_whoever_else_is_at_the_same_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each step goes on where the last has come to, though it is somebody else's turn in between."""
    ruleset = rolled("duel")
    sessions._tables.clear()
    first = play_task.turn(*planned(ruleset))
    keys = [planned(ruleset, moves=option.moves) for option in first.options[:2]]
    ends = []
    for key in keys:
        sessions._tables.clear()
        ends.append(play_task.turn(*key))
    sessions._tables.clear()
    sessions._set_aside.clear()
    monkeypatch.setattr(play_task, "STEP", 1e-6)
    came: dict[int, play_task.Turn] = {}
    for step in range(400):
        for n, key in enumerate(keys):
            if n not in came and (turn := in_steps(*key, step)) is not None:
                came[n] = turn
    assert [came[0], came[1]] == ends
    assert step > 1
    assert not sessions._set_aside, "who has come to where the game was to be is at the table again"


def test_what_a_planner_has_answered_is_not_planned_again(monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset = rolled("duel")
    now = play_task.turn(*planned(ruleset))
    monkeypatch.setattr(planner, "plan", lambda match: pytest.fail("it was planned again"))
    assert play_task.turn(*planned(ruleset)) == now


def test_a_worker_that_is_killed_takes_nobody_s_game_along(queues: tuple[Turns, PlannedTurns]) -> None:
    ruleset = rolled(SMALLEST)
    turns = queues[0]
    before = planned(ruleset, "person,greedy")
    turns.start(before, "a")
    now = until(lambda: turns.look(before).result)
    assert turns._pool is not None
    (worker,) = turns._pool._processes.values()
    worker.kill()
    after = planned(ruleset, "person,greedy", now.options[0].moves)

    def come() -> object:
        turns.start(after, "a")  # which a page that looks again does
        return turns.look(after).result

    assert until(come) == play_task.turn(*after)


def test_one_visitor_has_two_clicks_under_way_and_others_have_theirs() -> None:
    turns = Turns()
    having_had(turns)
    for n in count():
        try:
            turns.start(("a", n), "a")
        except Busy:
            break
    assert n == 2
    turns.start(("b",), "b")


def having_had(turns: Turns | Playtests, **seconds: float) -> Waiting:
    """Have visitors had so much of a worker's time, which is done when the test says so."""
    for visitor, had in seconds.items():
        turns._had.add(visitor, had)
    turns._pool = waiting = Waiting()  # type: ignore[assignment]
    return waiting


def test_the_next_is_whoever_has_had_least_of_late() -> None:
    turns = Turns()
    worker = having_had(turns, greedy=5.0, worse=6.0, slow=1.5, modest=0.1)
    for visitor in ("first", "worse", "greedy", "slow", "new", "other", "modest"):
        turns.start((visitor,), visitor)
    assert turns.look(("greedy",)).ahead == 5
    assert turns.look(("modest",)).ahead == 1
    for _ in range(7):
        worker.do()
    ends = [name for (name,) in worker.asked]
    assert ends == ["first", "modest", "slow", "new", "other", "greedy", "worse"]
    assert not turns.count()


def test_where_as_many_wait_as_may_whoever_has_had_most_makes_room() -> None:
    turns = Turns(waiting=3)
    having_had(turns, greedy=5.0, worse=6.0, modest=0.1)
    for visitor in ("first", "greedy", "worse"):
        turns.start((visitor,), visitor)
    with pytest.raises(Busy):
        turns.start(("more",), "worse")
    turns.start(("modest",), "modest")
    assert not turns.look(("worse",)).known
    assert turns.look(("greedy",)).ahead == 2


def test_a_playtest_is_next_for_whoever_has_had_least_and_goes_for_nobody() -> None:
    """Many visitors with two each keep nobody out of the lab, and what was promised is played."""
    lab = Playtests(waiting=5, job=jobs.in_three)
    worker = having_had(lab, **{f"greedy{n}": 20.0 for n in range(2)})
    for n in range(4):
        lab.start(("duel", str(n)), f"greedy{n // 2}")
    lab.start(("duel", "new"), "new")
    assert lab.look(("duel", "new")).ahead == 1
    with pytest.raises(Busy):
        lab.start(("duel", "late"), "late")
    worker.do()
    assert [key[1] for key in worker.asked] == ["0", "new"]
    assert lab.count() == 4


def test_what_has_been_had_counts_less_and_less(monkeypatch: pytest.MonkeyPatch) -> None:
    had = priority.Had()
    had.add("a", 4.0)
    monkeypatch.setattr(priority, "LATELY", 1e-9)
    assert had.of("a", time.monotonic() + 1.0) < 1e-6
    monkeypatch.setattr(priority, "REMEMBERED", 2)
    for visitor in ("a", "b", "c"):
        had.add(visitor, 1.0)
    assert list(had._had) == ["b", "c"]


def test_who_is_next_is_waited_for_though_others_wait_already(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many as may wait for a worker are those who have had much."""
    monkeypatch.setattr("carnage.web.patience.SHORT", 60.0)
    turns, patience = Turns(), Patience(waiting=0, seconds=60.0)
    worker = having_had(turns, greedy=5.0)
    turns.start(("first",), "first")
    turns.start(("greedy",), "greedy")
    soon = threading.Timer(0.1, lambda: (worker.do(), worker.do()))
    soon.start()
    assert patience.asked(turns, ("new",), "new").result == jobs.FIGURES
    soon.join()
    began = time.monotonic()
    turns.start(("another",), "other")
    assert patience.asked(turns, ("late",), "greedy").under_way
    assert time.monotonic() - began < 30.0, "who has others before them looks again"


class Waiting:
    """Stands in for a pool of workers, who do nothing until they are told."""

    def __init__(self) -> None:
        self.asked: list[Any] = []
        self._futures: list[Future[Any]] = []

    def submit(self, work: object, job: object, *asked: Any) -> Future[Any]:
        self.asked.append(asked[:-1])
        self._futures.append(Future())
        return self._futures[-1]

    def do(self) -> None:
        """Be done with what was asked for last."""
        self._futures[-1].set_result(worker_process.Measured(jobs.FIGURES, 0.1))


class Here:
    """The same of one who does everything where it is asked for."""

    def submit(self, work: Callable[..., Any], *given: Any) -> Future[Any]:
        done: Future[Any] = Future()
        done.set_result(work(*given))
        return done

    def shutdown(self, **_: Any) -> None:
        pass


# ------------------------------------------------------------------------------------------- what it costs


def charged(queue: Jobs[Any], key: tuple[Any, ...], visitor: str = "a") -> list[tuple[str, float]]:
    """What whom is charged for a job."""
    told: list[tuple[str, float]] = []
    queue.charge = lambda visitor, seconds: told.append((visitor, seconds))
    queue.start(key, visitor)
    until(lambda: not queue.look(key).under_way)
    queue.close()
    return told


def working(job: Callable[..., Any], covered: float, steps: bool = False, pool: Any = None) -> Jobs[Any]:
    """A queue of this job, with a worker of its own or another."""
    unfinished = playtest_task.unfinished if steps else None
    queue: Jobs[Any] = Jobs("work", job, 8, 8, Results(8), unfinished=unfinished, covered=covered)
    queue._pool = pool
    return queue


def test_a_visitor_is_charged_for_what_a_job_takes_beyond_its_price() -> None:
    ((visitor, seconds),) = charged(working(jobs.busy, 0.1, pool=Here()), (0.3,))
    assert visitor == "a"
    assert 0.2 <= seconds < 0.3
    assert charged(working(jobs.busy, 0.3, pool=Here()), (0.1,)) == []
    assert charged(working(jobs.busy, 0.1, pool=Here()), (0.3,), visitor="") == []


def test_what_is_paid_is_paid_once_for_all_steps() -> None:
    told = charged(working(jobs.busy_in_three, 0.15, steps=True, pool=Here()), (0.1,))
    assert len(told) == 2
    assert 0.15 <= sum(seconds for _, seconds in told) < 0.3


def test_who_keeps_a_worker_until_it_ends_is_charged_for_that() -> None:
    ((_, seconds),) = charged(working(jobs.endless, 0.0), ("classic", "1"))
    assert seconds >= 0.2


def test_loading_rules_is_for_everybody_and_charged_to_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "load", lambda family: jobs.busy(0.3))
    assert charged(working(worker_process.load, 0.1, pool=Here()), ("duel",)) == []


def test_games_that_are_watched_and_played_are_charged_for_and_playtests_have_a_price(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the database that those who answer visitors read, too."""
    shop = Workshop(Playtests(), Shows(), PlannedShows(), Turns(), PlannedTurns(), Prints())
    place = tmp_path / "elsewhere"
    monkeypatch.setitem(ELSEWHERE, "rate", 1e-3)
    monkeypatch.setattr("carnage.jobs.queue.can_compile", lambda book: True)
    running.charging(shop, place)
    for name, queue in shop._asdict().items():
        queue._pool, queue._job = Here(), jobs.busy
        queue.start((0.15,), name)
    other = Budgets(place, **ELSEWHERE)

    def in_debt() -> set[str]:
        other.share()
        return {name for name in shop._fields if other.debt(name)}

    until(lambda: len(in_debt()) > 3)
    assert in_debt() == {"shows", "planned_shows", "turns", "planned_turns"}


def test_steps_that_nobody_waits_for_are_not_made() -> None:
    queue = working(jobs.busy_in_three, 0.0, steps=True, pool=Here())
    queue._dropped = 0.05
    told: list[float] = []
    queue.charge = lambda visitor, seconds: told.append(seconds)
    queue.start((0.1,), "a")
    assert not queue.count()
    assert len(told) == 1
