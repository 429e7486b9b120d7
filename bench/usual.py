"""Measure the usual values of a book, by playtests of random rulesets, and write them to its file.

    python bench/usual.py [skirmish …] [--rulesets 300] [--games 1000] [--never] [--keep FILE]

Random rulesets of each book are played by greedy bots, by greedy bots against random ones, and some
by learned bots against greedy ones. `carnage/tables/usual/<book>.toml` gets the 10th and the 90th
percentile of each measure (`carnage/lab/compared_metrics.py`), the share of rulesets with many
draws, and for each rule the share of rulesets in which it never had an effect. `--never` measures
only the last of these, for which fewer games are enough.

Run the script again after a change of bots, rules or measures, and `carnage atlas
--write-package-data` afterwards, which measures some values more exactly. Each row is a book and
its number of rulesets. With `--keep`, each line of the file is a ruleset as JSON, with its measures
and the checks that it fails.
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
from carnage.catalog.norms import DrawRates, Norms, Span, UnusedRules
from carnage.seeds import Seed

LOW_PERCENTILE = 10
HIGH_PERCENTILE = 90
SEED = 20_260_101
TUNING_INTERVAL = 10  # Bots are tuned for one ruleset of ten, because it takes the most time.
MAX_DRAWN = 0.2  # Share of drawn games above which a ruleset is often drawn.
MIN_RULESETS = 10  # With a measure, an option or a rule, for a value of the book.


def random_digits(book: catalog.Book, count: int) -> list[str]:
    """Return the digits of random rulesets, the same ones every time."""
    chance = random.Random(f"usual {SEED} {book.code}")
    return [Seed.from_rng(chance, book.length).digits for _ in range(count)]


def survey_ruleset(
    code: str, games: int, only_rules: bool, numbered: tuple[int, str]
) -> dict[str, Any]:
    """Return the measures of a ruleset, the checks that it fails, and the rules with an effect.

    Args:
        code: The code of the book.
        games: The number of games.
        only_rules: Play no games of bots against weaker bots.
        numbered: The number and the digits of the ruleset.
    """
    from carnage.lab.checks import run_checks
    from carnage.lab.compared_metrics import COMPARED_METRICS
    from carnage.lab.rule_usage import unused_tables
    from carnage.lab.runner import Playtest
    from carnage.rulesets.ruleset import resolve

    number, digits = numbered
    book = catalog.book(code)
    ruleset = resolve(book, Seed(digits))
    test = Playtest(ruleset, threads=1)
    test.evaluate(games)
    if not only_rules:
        test.play_skill_pairs("greedy", "random")
        if test.family.weights and number % TUNING_INTERVAL == 0:
            test.play_learned_pairs()
    figures = test.metrics()
    unused = unused_tables(ruleset)
    return {
        "digits": digits,
        "measures": {
            each.name: value
            for each in COMPARED_METRICS
            if (value := each.read(ruleset, figures)) is not None
        },
        "gates": {
            each.name: [each.grade, round(each.metric.value, 4), each.is_certain]
            for each in run_checks(ruleset, figures)
            if each.grade
        },
        "rules": {
            rule: fired["games"] > 0
            for rule, fired in figures["rules"].items()
            if rule.partition(".")[0] not in unused
        },
    }


def measure_spans(rows: list[dict[str, Any]]) -> dict[str, Span]:
    """Return the range of each measure, from the 10th to the 90th percentile of rulesets."""
    found = {}
    for name in dict.fromkeys(name for row in rows for name in row["measures"]):
        values = [row["measures"][name] for row in rows if name in row["measures"]]
        if len(values) >= MIN_RULESETS:
            low, high = np.percentile(values, (LOW_PERCENTILE, HIGH_PERCENTILE))
            found[name] = Span(low=round(float(low), 4), high=round(float(high), 4))
    return found


def count_true(values: list[tuple[str, bool]]) -> dict[str, tuple[int, int]]:
    """Return the number of true values and of all values of each name, sorted by name."""
    by_name: dict[str, list[bool]] = {}
    for name, value in values:
        by_name.setdefault(name, []).append(value)
    counts = {}
    for name, values_of_name in sorted(by_name.items()):
        if len(values_of_name) >= MIN_RULESETS:
            counts[name] = (sum(values_of_name), len(values_of_name))
    return counts


def measure_draws(book: catalog.Book, rows: list[dict[str, Any]], games: int) -> DrawRates:
    """Return the share of rulesets that are often drawn, of all rulesets and by option."""
    from carnage.rulesets.ruleset import resolve

    number = 0
    by_option = []
    for row in rows:
        is_often_drawn = row["measures"].get("drawn", 0.0) > MAX_DRAWN
        number += is_often_drawn
        for choice in resolve(book, Seed(row["digits"])).choices:
            by_option.append((f"{choice.table.id}.{choice.option.code}", is_often_drawn))
    return DrawRates(
        rulesets=len(rows),
        games=games,
        often=MAX_DRAWN,
        share=round(number / len(rows), 4),
        option=count_true(by_option),
    )


def count_rules_without_effect(rows: list[dict[str, Any]], games: int) -> UnusedRules:
    """Return for each rule the number of rulesets in which it never had an effect."""
    by_rule = []
    for row in rows:
        for name, has_effect in row["rules"].items():
            by_rule.append((name, not has_effect))
    counts = {name: count for name, count in count_true(by_rule).items() if count[0]}
    return UnusedRules(rulesets=len(rows), games=games, rule=counts)


def main() -> None:
    from carnage.sweeps.atlas_export import format_norms

    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("books", nargs="*", metavar="BOOK")
    parser.add_argument("--rulesets", type=int, default=300)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--never", action="store_true")
    parser.add_argument("--keep", type=Path, metavar="FILE")
    arguments = parser.parse_args()
    for code in arguments.books or catalog.book_codes():
        book = catalog.book(code)
        with ProcessPoolExecutor() as workers:
            numbered = list(enumerate(random_digits(book, arguments.rulesets)))
            survey = partial(survey_ruleset, code, arguments.games, arguments.never)
            rows = list(workers.map(survey, numbered, chunksize=4))
        usual = book.norms if arguments.never else None
        if usual is None:
            draws = measure_draws(book, rows, arguments.games)
            usual = Norms(len(rows), arguments.games, measure_spans(rows), draws)
        usual = structs.replace(usual, never=count_rules_without_effect(rows, arguments.games))
        path = Path(str(catalog.TABLES)) / "usual" / f"{code}.toml"
        path.parent.mkdir(exist_ok=True)
        path.write_text(format_norms(usual), encoding="utf-8")
        print(f"{code}: {len(rows)} rulesets", flush=True)
        if arguments.keep:
            with arguments.keep.open("a", encoding="utf-8") as kept:
                kept.writelines(json.dumps({"book": code, **row}) + "\n" for row in rows)


if __name__ == "__main__":
    main()
