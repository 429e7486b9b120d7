"""How fast games are played, next to random rollouts of OpenSpiel's C++ games in the same run.

    python bench/engine.py [--rounds 5] [--seconds 2] [--rulesets 200] [--games 1000] [--json]

One core and all cores play whole games, greedy against greedy, over random classic rulesets of ten models a
side, with bounds checked, and one core plays random skirmish rulesets of all sizes; OpenSpiel plays
backgammon and breakthrough with random bots, its loop in C++ from end to end. Each round measures them one
after the other, so that a busy machine harms all alike, and medians are told: by the clock, and by
processor time, which is what an idle machine would show but for time spent waiting. Then a person's steps are
taken in so many games of each book (`steps.py`). At the end child processes start: one with an empty cache,
which builds the battles' library, and some with a full one. Aims are printed beside what was reached;
`versus.py` has another state of the repository play in the same run.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from typing import Any

import numpy as np
import pyspiel
import steps

from carnage import catalog
from carnage.engine import games
from carnage.engine.core import records
from carnage.engine.core.entries import Seat
from carnage.engine.core.logbook import new_log
from carnage.engine.core.state import GREEDY, RULE_SLOTS, Lore, Result, Tally, Turn
from carnage.forces import force
from carnage.ruleset import Ruleset, resolve
from carnage.seeds import Seed

BOOK, OTHER = "classic", "skirmish"
MODELS = 10  # a side
BATCH = 5  # games of one ruleset at a time
# What is aimed at: ratios at least, seconds by the clock on two idle cores at most.
AIMS = {
    "one core to backgammon": "3",
    "skirmish to classic": "1",
    "all cores to one": "1.8",
    "first start": "30",
    "later start without imports": "1",
}
START = """
import os
import time
from carnage import catalog
from carnage.engine import games
from carnage.ruleset import resolve
from carnage.seeds import Seed
loading = time.perf_counter()
book = catalog.book("classic")
games.Match(resolve(book, Seed.parse("243856987615781", book.length)))
worked = sum(os.times()[:4])
print(time.perf_counter() - loading, worked)
"""


def random_rulesets(wanted: int, code: str = BOOK) -> list[Ruleset]:
    """The same ones every time."""
    book = catalog.book(code)
    dice = random.Random(1)
    figures: list[Ruleset] = []
    while len(figures) < wanted:
        digits = "".join(str(dice.randrange(10)) for _ in range(book.length))
        ruleset = resolve(book, Seed.parse(digits, book.length))
        if code != BOOK or force(ruleset).size == MODELS:
            figures.append(ruleset)
    return figures


class Player:
    """One thread's room to play in."""

    def __init__(self, family: Any) -> None:
        self.family = family
        self.game = records.new(family.Game)
        self.lore, self.no_log = records.new(Lore, 0), new_log(family)
        self.results = records.new(Result, BATCH)
        self.turns = records.new(Turn, 0)
        self.tallies = records.new(Tally, RULE_SLOTS)
        self.bots = records.new(Seat, 2)
        self.bots.bot = GREEDY

    def play(self, template: Any, seed: int) -> list[int]:
        """A batch of games; how many decisions each took."""
        self.family.entries.play_batch(
            self.game,
            template,
            self.lore,
            self.no_log,
            seed,
            0,
            BATCH,
            self.bots,
            self.results,
            self.turns,
            self.tallies,
        )
        if self.results.capped.any():
            raise SystemExit("a game did not end by its rules")
        return [int(n) for n in self.results.decisions]


def ours(players: list[Player], templates: list[Any], seed: int, decisions: list[int]) -> int:
    """Every ruleset's batch once, shared among the players; returns how many games that made."""
    if len(players) == 1:
        for template in templates:
            decisions += players[0].play(template, seed)
        return len(templates) * BATCH
    waiting = iter(templates)  # taking the next one is one step under the interpreter's lock

    def work(player: Player) -> int:
        return sum(len(player.play(template, seed)) for template in waiting)

    with ThreadPoolExecutor(len(players)) as pool:
        return sum(pool.map(work, players))


def rollouts(name: str) -> Callable[[], int]:
    """What plays a few random games of an OpenSpiel game, and says how many."""
    game = pyspiel.load_game(name)
    bots = [pyspiel.make_uniform_random_bot(player, player + 1) for player in range(game.num_players())]

    seeds = count(1)

    def run() -> int:
        for _ in range(10):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, next(seeds))
        return 10

    return run


def timed(play: Callable[[], int], seconds: float) -> tuple[float, float]:
    """Games a second by the clock and a second of processor time, over so many seconds at least."""
    done, began, worked = 0, time.perf_counter(), time.process_time()
    while done == 0 or time.perf_counter() - began < seconds:
        done += play()
    return done / (time.perf_counter() - began), done / (time.process_time() - worked)


def child(cache: str) -> dict[str, float]:
    """Seconds in which a new process plays its first game: all, all but imports, and of processor time."""
    shell = {**os.environ, "CARNAGE_CACHE": cache}
    began = time.perf_counter()
    out = subprocess.run([sys.executable, "-c", START], env=shell, check=True, capture_output=True, text=True)
    loading, worked = map(float, out.stdout.split())
    return {"whole": time.perf_counter() - began, "loading": loading, "work": worked}


def starts(repeats: int) -> dict[str, dict[str, float]]:
    """A first start, which builds the library into an empty cache, and the median of later ones."""
    with tempfile.TemporaryDirectory() as cache:
        first = child(cache)
        later = [child(cache) for _ in range(repeats)]
    return {"first": first, "later": {key: statistics.median(start[key] for start in later) for key in first}}


def measure(rounds: int, seconds: float, rulesets: int, threads: int, step_games: int) -> dict[str, Any]:
    """Everything, in rounds."""
    family = games.load_family("battle")
    templates = [family.template(ruleset) for ruleset in random_rulesets(rulesets)]
    others = [family.template(ruleset) for ruleset in random_rulesets(rulesets, OTHER)]
    players = [Player(family) for _ in range(threads)]
    decisions: list[int] = []
    lengths: list[int] = []
    seeds = count(0)
    plays: dict[str, Callable[[], int]] = {
        "one": lambda: ours(players[:1], templates, next(seeds), decisions),
        OTHER: lambda: ours(players[:1], others, next(seeds), lengths),
        "backgammon": rollouts("backgammon"),
        "all": lambda: ours(players, templates, next(seeds), []),
        "breakthrough": rollouts("breakthrough"),
    }
    plays["one"]()
    plays[OTHER]()
    clock: dict[str, list[float]] = {name: [] for name in plays}
    work: dict[str, list[float]] = {name: [] for name in plays}
    for n in range(rounds):
        tell(f"round {n + 1} of {rounds}")
        for name, play in plays.items():
            by_clock, by_work = timed(play, seconds)
            clock[name].append(by_clock)
            work[name].append(by_work)
    work["all"] = [rate * threads for rate in work["all"]]
    tell("a person's steps")
    taken = steps.measure(steps.BOOKS, step_games)
    tell("starting with an empty cache")
    return {
        "machine": f"{processor()}, {threads} threads, Python {platform.python_version()}",
        "rulesets": rulesets,
        "decisions": float(np.median(decisions)),
        f"{OTHER} decisions": float(np.median(lengths)),
        "record": int(records.dtype_of(family.Game).itemsize),
        "clock": clock,
        "work": work,
        "ratios": {
            f"{way} {a} to {b}": [x / y for x, y in zip(rates[a], rates[b], strict=True)]
            for way, rates in (("clock", clock), ("work", work))
            for a, b in ((OTHER, "one"), ("one", "backgammon"), ("one", "breakthrough"), ("all", "one"))
        },
        "steps": taken,
        "starts": starts(3),
    }


def processor() -> str:
    """What this machine calls its processor."""
    try:
        with open("/proc/cpuinfo") as lines:
            return next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.machine()


def tell(what: str) -> None:
    if sys.stderr.isatty():
        print(what, file=sys.stderr)


def report(figures: dict[str, Any]) -> None:
    """The figures as a table."""

    def rates(label: str, name: str) -> None:
        by_clock, by_work = (statistics.median(figures[way][name]) for way in ("clock", "work"))
        spread = ", ".join(f"{rate:,.0f}" for rate in figures["clock"][name])
        print(f"{label:42}{by_clock:10,.0f}{by_work:14,.0f}    ({spread})")

    def times(label: str, name: str) -> None:
        aim = AIMS.get(label, "")
        by_clock, by_work = (
            statistics.median(figures["ratios"][f"{way} {name}"]) for way in ("clock", "work")
        )
        spread = ", ".join(f"{ratio:.2f}" for ratio in figures["ratios"][f"clock {name}"])
        print(f"{label:42}{by_clock:10.2f}{by_work:14.2f}{aim:>8}    ({spread})")

    print(figures["machine"])
    print(f"{figures['rulesets']} random {BOOK} rulesets of {MODELS} models a side, greedy against greedy,")
    print(f"{figures['decisions']:,.0f} decisions a game at the median; as many rulesets of {OTHER}")
    print(
        f"of all sizes, {figures[f'{OTHER} decisions']:,.0f} decisions; "
        f"a record: {figures['record']:,} bytes\n"
    )
    print(f"{'games a second':42}{'by clock':>10}{'by processor':>14}    (each round by clock)")
    rates("whole games, one core", "one")
    rates("whole games, all cores", "all")
    rates(f"whole games of {OTHER}, one core", OTHER)
    rates("OpenSpiel backgammon, random rollouts", "backgammon")
    rates("OpenSpiel breakthrough, random rollouts", "breakthrough")
    print(f"\n{'times':42}{'by clock':>10}{'by processor':>14}{'aim':>8}    (each round by clock)")
    times(f"{OTHER} to {BOOK}", f"{OTHER} to one")
    times("one core to backgammon", "one to backgammon")
    times("one core to breakthrough", "one to breakthrough")
    times("all cores to one", "all to one")
    steps.report(figures["steps"])
    print(f"\n{'seconds':42}{'by clock':>10}{'by processor':>14}{'aim':>8}")
    first, later = figures["starts"]["first"], figures["starts"]["later"]
    aim = AIMS["first start"]
    print(f"{'first start: compile, and a first game':42}{first['whole']:10.1f}{first['work']:14.1f}{aim:>8}")
    print(f"{'later start: a process and a first game':42}{later['whole']:10.2f}{later['work']:14.2f}")
    aim = AIMS["later start without imports"]
    print(f"{'of that without imports':42}{later['loading']:10.2f}{'':14}{aim:>8}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=2.0, help="how long each measurement takes at least")
    parser.add_argument("--rulesets", type=int, default=200)
    parser.add_argument("--games", type=int, default=1000, help="of each book, for a person's steps")
    parser.add_argument("--threads", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--json", action="store_true", help="print the figures as one object")
    asked = parser.parse_args()
    figures = measure(asked.rounds, asked.seconds, asked.rulesets, asked.threads, asked.games)
    if asked.json:
        print(json.dumps(figures, indent=2))
    else:
        report(figures)


if __name__ == "__main__":
    main()
