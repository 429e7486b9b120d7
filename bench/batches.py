"""Play batches of games on request, as a process that `engine.py` measures.

    echo '{"book": "classic", "bot": "greedy", "games": 5, "seed": 0}' | python bench/batches.py

Each line of standard input is a request as JSON, and each line of standard output its response: the
games, their decisions and the CPU seconds. The script also runs with old checkouts (`PYTHONPATH`),
whose rules were not translated to C, so it uses only names that these have too.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from carnage import catalog
from carnage.engine import games
from carnage.engine.core import records
from carnage.engine.core.entries import Seat
from carnage.engine.core.log_reader import new_log
from carnage.engine.core.state import MAX_RULES, Result, Tally, Turn
from carnage.rulesets.ruleset import Ruleset, resolve
from carnage.seeds import Seed


def load_family(name: str) -> Any:
    """Return a family whose rules are compiled."""
    if hasattr(games, "load_family"):
        return games.load_family(name)
    family = games.family_of(name)
    import_module("carnage.engine.core.warming").load(name)
    return family


def make_log(family: Any) -> Any:
    """Return a log that keeps no events."""
    return new_log(family if hasattr(games, "load_family") else family.Log)


def random_rulesets(code: str, count: int) -> list[Ruleset]:
    """Return random rulesets of a book, the same ones every time."""
    book = catalog.book(code)
    dice = random.Random(1)
    rulesets = []
    for _ in range(count):
        digits = "".join(str(dice.randrange(10)) for _ in range(book.length))
        rulesets.append(resolve(book, Seed.parse(digits, book.length)))
    return rulesets


class BookPlayer:
    """Random rulesets of one book with their records, ready to be played."""

    def __init__(self, code: str, rulesets: int) -> None:
        self.family = load_family(catalog.family_code(code))
        self.rulesets = random_rulesets(code, rulesets)
        self.templates = [self.family.template(ruleset) for ruleset in self.rulesets]
        self.bot_tables = [self.family.bot_table(ruleset, ()) for ruleset in self.rulesets]
        self.game = records.new(self.family.Game)
        self.log = make_log(self.family)
        self.turns = records.new(Turn, 0)
        self.tallies = records.new(Tally, MAX_RULES)

    def play(self, bot: str, count: int, seed: int) -> dict[str, float]:
        """Play games of each ruleset.

        Return the games, the decisions in them and the CPU seconds.
        """
        results = records.new(Result, count)
        decisions = 0
        began = time.process_time()
        for ruleset, template, bot_table in zip(
            self.rulesets, self.templates, self.bot_tables, strict=True
        ):
            seats = records.new(Seat, ruleset.players)
            seats.bot = self.family.bots[bot]
            self.family.entries.play_batch(
                self.game,
                template,
                bot_table,
                self.log,
                seed,
                0,
                count,
                seats,
                results,
                self.turns,
                self.tallies,
            )
            decisions += int(results.decisions.sum())
        seconds = time.process_time() - began
        return {"games": count * len(self.rulesets), "decisions": decisions, "seconds": seconds}


def resident_mb() -> float:
    """Return the resident memory of this process in MB; 0 where the system does not report it."""
    status = Path("/proc/self/status")
    lines = status.read_text().splitlines() if status.exists() else []
    return sum(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--rulesets", type=int, default=40, help="of each book")
    rulesets = parser.parse_args().rulesets
    player = cache(lambda code: BookPlayer(code, rulesets))
    for line in sys.stdin:
        request = json.loads(line)
        if "load" in request:
            load_family(request["load"])
            answer = {"resident_mb": resident_mb()}
        else:
            answer = player(request["book"]).play(request["bot"], request["games"], request["seed"])
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
