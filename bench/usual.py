"""Measure the usual values of a book: play random games of it and write the range of each measure.

    python bench/usual.py [skirmish …] [--rulesets 300] [--games 1000] [--never] [--keep FILE]

For each book, as many random rulesets are played by greedy bots, by greedy bots against random
ones, and by learned bots against greedy ones. `carnage/tables/usual/<book>.toml` gets the 10th and
90th percentile of each measure (`carnage/lab/compared_metrics.py`), the share of games that are
often drawn, and the share in which each rule never had an effect. Run it again when bots, rules or
measures have changed, and `carnage atlas --ship` afterwards, which measures some of them better.
With `--never`, only the last of these is measured, which needs fewer games. `--keep` writes the
measures of every ruleset and the checks that it fails, one line of JSON each.
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
from msgspec import structs

from carnage import catalog
from carnage.catalog.norms import Drawn, Never, Span, Usual
from carnage.seeds import Seed

LOW, HIGH = 10, 90  # of a hundred rulesets
SEED = 20_260_101
LEARNED = 10  # every tenth ruleset is learned as well, which takes longer than all else
OFTEN = 0.2  # drawn games that are too many, of all
FEWEST = 10  # rulesets that have a measure, an option or a rule, for it to be said of the book


def rolled(book: catalog.Book, count: int) -> list[str]:
    """The digits of so many random rulesets, always the same."""
    chance = random.Random(f"usual {SEED} {book.code}")
    return [Seed.drawn(chance, book.length).digits for _ in range(count)]


def surveyed(code: str, games: int, only_rules: bool, numbered: tuple[int, str]) -> dict[str, Any]:
    """One ruleset's measures, what its gates say that is not fine, and which of its rules did
    something; `only_rules` leaves out the bots that others play against.
    """
    from carnage.lab.checks import passed
    from carnage.lab.compared_metrics import MEASURES
    from carnage.lab.report import unused_tables
    from carnage.lab.runner import Playtest
    from carnage.rulesets.ruleset import resolve

    number, digits = numbered
    book = catalog.book(code)
    ruleset = resolve(book, Seed(digits))
    test = Playtest(ruleset, threads=1)
    test.look(games)
    if not only_rules:
        test.climb("greedy", "random")
        if test.family.weights and not number % LEARNED:
            test.learn()
    figures = test.figures()
    unused = unused_tables(ruleset)
    return {
        "digits": digits,
        "measures": {
            each.name: value
            for each in MEASURES
            if (value := each.read(ruleset, figures)) is not None
        },
        "gates": {
            each.name: [each.grade, round(each.reading.value, 4), each.sure]
            for each in passed(ruleset, figures)
            if each.grade
        },
        "rules": {
            rule: fired["games"] > 0
            for rule, fired in figures["rules"].items()
            if rule.partition(".")[0] not in unused
        },
    }


def spans(rows: list[dict[str, Any]]) -> dict[str, Span]:
    """Between what most of them lie in each measure."""
    found = {}
    for name in dict.fromkeys(name for row in rows for name in row["measures"]):
        values = [row["measures"][name] for row in rows if name in row["measures"]]
        if len(values) >= FEWEST:
            low, high = np.percentile(values, (LOW, HIGH))
            found[name] = Span(low=round(float(low), 4), high=round(float(high), 4))
    return found


def counted(every: list[tuple[str, bool]]) -> dict[str, tuple[int, int]]:
    """Of how many each name is true, and how many have it, in the order of the names."""
    having: dict[str, list[bool]] = {}
    for name, true in every:
        having.setdefault(name, []).append(true)
    return {
        name: (sum(each), len(each)) for name, each in sorted(having.items()) if len(each) >= FEWEST
    }


def often_drawn(book: catalog.Book, rows: list[dict[str, Any]], games: int) -> Drawn:
    """How many of the rulesets are drawn in more than a fifth of their games: of all, and by
    option.
    """
    from carnage.rulesets.ruleset import resolve

    drawn = [row["measures"].get("drawn", 0.0) > OFTEN for row in rows]
    option = counted(
        [
            (f"{choice.table.id}.{choice.option.code}", often)
            for row, often in zip(rows, drawn, strict=True)
            for choice in resolve(book, Seed(row["digits"])).choices
        ]
    )
    share = round(sum(drawn) / len(rows), 4)
    return Drawn(rulesets=len(rows), games=games, often=OFTEN, share=share, option=option)


def never_used(rows: list[dict[str, Any]], games: int) -> Never:
    """In how many of the rulesets that have it each rule never did anything."""
    rule = counted([(name, not did) for row in rows for name, did in row["rules"].items()])
    return Never(
        rulesets=len(rows), games=games, rule={name: each for name, each in rule.items() if each[0]}
    )


def main() -> None:
    from carnage.sweeps.atlas_export import usual_text

    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("books", nargs="*", metavar="BOOK")
    parser.add_argument("--rulesets", type=int, default=300)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--never", action="store_true")
    parser.add_argument("--keep", type=Path, metavar="FILE")
    given = parser.parse_args()
    for code in given.books or catalog.book_codes():
        book = catalog.book(code)
        with ProcessPoolExecutor() as workers:
            numbered = list(enumerate(rolled(book, given.rulesets)))
            survey = partial(surveyed, code, given.games, given.never)
            rows = list(workers.map(survey, numbered, chunksize=4))
        usual = book.usual if given.never else None
        if usual is None:
            usual = Usual(len(rows), given.games, spans(rows), often_drawn(book, rows, given.games))
        usual = structs.replace(usual, never=never_used(rows, given.games))
        path = Path(str(catalog.TABLES)) / "usual" / f"{code}.toml"
        path.parent.mkdir(exist_ok=True)
        path.write_text(usual_text(usual), encoding="utf-8")
        print(f"{code}: {len(rows)} rulesets", flush=True)
        if given.keep:
            with given.keep.open("a", encoding="utf-8") as kept:
                kept.writelines(json.dumps({"book": code, **row}) + "\n" for row in rows)


if __name__ == "__main__":
    main()
