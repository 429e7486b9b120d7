"""What is usual in a book: plays random games of it, and writes where most of them lie in each measure.

    python bench/usual.py [skirmish classic duel gamble] [--rulesets 300] [--games 1000] [--keep FILE]

For each book so many random rulesets are played by greedy bots, greedy bots play random ones, and those who
have learned a game greedy ones; `carnage/tables/usual/<book>.toml` gets the tenths, ten and ninety of a
hundred, of each measure (`carnage/playtest/measures.py`). Run it anew when bots, rules or measures have
changed, and `carnage atlas --ship` after it, which knows some of them better. `--keep` writes every
ruleset's own measures and the gates that find fault with it, one line of JSON each.
"""

from __future__ import annotations

import argparse
import json
import random
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from carnage import catalog
from carnage.seeds import Seed

LOW, HIGH = 10, 90  # of a hundred rulesets
SEED = 20_260_101
LEARNED = 10  # every tenth ruleset is learned as well, which takes longer than all else
OFTEN = 0.2  # drawn games that are too many, of all
FEWEST = 10  # rulesets that have a measure, for it to be said of the book


def rolled(book: catalog.Book, count: int) -> list[str]:
    """The digits of so many random rulesets, always the same."""
    chance = random.Random(f"usual {SEED} {book.code}")
    return [Seed.drawn(chance, book.length).digits for _ in range(count)]


def surveyed(code: str, games: int, numbered: tuple[int, str]) -> dict[str, Any]:
    """One ruleset's measures, and what its gates say that is not fine."""
    from carnage.playtest.gates import passed
    from carnage.playtest.measures import MEASURES
    from carnage.playtest.running import Playtest
    from carnage.ruleset import resolve

    number, digits = numbered
    book = catalog.book(code)
    ruleset = resolve(book, Seed(digits))
    test = Playtest(ruleset, threads=1)
    test.look(games)
    test.climb("greedy", "random")
    if test.family.weights and not number % LEARNED:
        test.learn()
    figures = test.figures()
    return {
        "digits": digits,
        "measures": {
            each.name: value for each in MEASURES if (value := each.read(ruleset, figures)) is not None
        },
        "gates": {
            each.name: [each.grade, round(each.reading.value, 4), each.sure]
            for each in passed(ruleset, figures)
            if each.grade
        },
    }


def written(rows: list[dict[str, Any]], games: int) -> str:
    """The rows as the file of what is usual."""
    lines = [
        "# Made by `python bench/usual.py`: a tenth of games lie below `low`, a tenth above `high`.",
        f"rulesets = {len(rows)}",
        f"games = {games}",
    ]
    for name in dict.fromkeys(name for row in rows for name in row["measures"]):
        values = [row["measures"][name] for row in rows if name in row["measures"]]
        if len(values) >= FEWEST:
            low, high = np.percentile(values, (LOW, HIGH))
            lines += ["", f"[measure.{name}]", f"low = {low:.4f}", f"high = {high:.4f}"]
    return "\n".join(lines) + "\n"


def often_drawn(book: catalog.Book, rows: list[dict[str, Any]], games: int) -> str:
    """How many of the rulesets are drawn in more than a fifth of their games: of all, and by option."""
    from carnage.ruleset import resolve

    having: dict[str, list[bool]] = {}
    for row in rows:
        for choice in resolve(book, Seed(row["digits"])).choices:
            drawn = row["measures"].get("drawn", 0.0) > OFTEN
            having.setdefault(f"{choice.table.id}.{choice.option.code}", []).append(drawn)
    often = sum(row["measures"].get("drawn", 0.0) > OFTEN for row in rows)
    lines = ["", "[drawn]", f"rulesets = {len(rows)}", f"games = {games}", f"often = {OFTEN}"]
    lines += [f"share = {often / len(rows):.4f}", "", "[drawn.option]"]
    lines += [
        f'"{option}" = [{sum(drawn)}, {len(drawn)}]'
        for option, drawn in sorted(having.items())
        if len(drawn) >= FEWEST
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("books", nargs="*", metavar="BOOK")
    parser.add_argument("--rulesets", type=int, default=300)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--keep", type=Path, metavar="FILE")
    given = parser.parse_args()
    for code in given.books or catalog.book_codes():
        book = catalog.book(code)
        with ProcessPoolExecutor() as workers:
            numbered = list(enumerate(rolled(book, given.rulesets)))
            rows = list(workers.map(partial(surveyed, code, given.games), numbered, chunksize=4))
        path = Path(str(catalog.TABLES)) / "usual" / f"{code}.toml"
        path.parent.mkdir(exist_ok=True)
        path.write_text(written(rows, given.games) + often_drawn(book, rows, given.games), encoding="utf-8")
        print(f"{code}: {len(rows)} rulesets", flush=True)
        if given.keep:
            with given.keep.open("a", encoding="utf-8") as kept:
                kept.writelines(json.dumps({"book": code, **row}) + "\n" for row in rows)


if __name__ == "__main__":
    main()
