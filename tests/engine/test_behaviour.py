"""No rule in the document that the engine lacks, and none in the engine that the document lacks."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache

import pytest
from arena import BOTS, covering
from rulesets import classic

from carnage.catalog import Table
from carnage.engine.battle.numbers import RULES, identifier
from carnage.engine.core.compiling import PACKAGE
from carnage.engine.games import Match
from carnage.ruleset import Ruleset

# The one table that play never asks: what is unclear to people is never unclear to a program.
UNPLAYED = "golden-rule"


def in_force(game: Ruleset) -> set[str]:
    """The rules that this game's document prints: its chosen options, and the fixed rules that it has."""
    chosen = {f"{choice.table.id}.{choice.option.code}" for choice in game.choices}
    fixed = {
        f"{table.id}.{rule.code}"
        for table in game.book.tables
        for rule in table.rules
        if game.meets(table.needs) and game.meets(rule.needs)
    }
    return chosen | fixed


@cache
def fired() -> dict[Ruleset, dict[str, int]]:
    """How often each rule fired, in a few games of each ruleset of the pairwise covering."""
    found = {}
    for n, game in enumerate(covering(2)):
        counts = dict.fromkeys(RULES, 0)
        for number, bots in enumerate(BOTS):
            core = Match(game, n, number, bots).record.core
            for rule, name in enumerate(RULES):
                counts[name] += int(core.fired[rule])
        found[str(game.seed)] = counts
    return found


def test_only_rules_that_a_game_has_fire_in_it() -> None:
    for game in covering(2):
        alive = {name for name, count in fired()[str(game.seed)].items() if count}
        assert alive <= in_force(game), game.seed


def test_every_chosen_option_fires_wherever_it_is_chosen() -> None:
    """In most games, that is: some options need a loss, or a game that is long enough."""
    for table in classic().rolled:
        if table.id == UNPLAYED:
            continue
        for option in table.options:
            name = f"{table.id}.{option.code}"
            games = [game for game in covering(2) if game.choice(table.id).option.code == option.code]
            alive = sum(bool(fired()[str(game.seed)][name]) for game in games)
            assert alive >= len(games) * 0.75, name


def test_every_fixed_rule_fires() -> None:
    totals = dict.fromkeys(RULES, 0)
    for counts in fired().values():
        for name, count in counts.items():
            totals[name] += count
    idle = {name for name, count in totals.items() if not count}
    assert idle == {f"{UNPLAYED}.{option.code}" for option in classic().table(UNPLAYED).options}


def sources() -> Iterator[tuple[str, str]]:
    for path in sorted((PACKAGE / "engine" / "battle").rglob("*.py")):
        yield path.stem, path.read_text()


@cache
def functions() -> dict[str, set[str]]:
    """Which modules of the battle define a function of each name."""
    found: dict[str, set[str]] = {}
    for stem, source in sources():
        for node in ast.parse(source).body:
            if isinstance(node, ast.FunctionDef):
                found.setdefault(node.name, set()).add(stem)
    return found


@pytest.mark.parametrize("table", classic().rolled, ids=lambda table: table.id)
def test_each_option_is_a_function_of_its_name_or_a_number_of_its_own(table: Table) -> None:
    if table.id == UNPLAYED:
        return
    named = [option for option in table.options if identifier(option.code) in functions()]
    if named:
        assert named == list(table.options)
        return
    told_apart = [tuple(option.params.items()) for option in table.options]
    assert all(told_apart)
    assert len(set(told_apart)) == len(table.options)


def test_modules_are_named_after_their_tables() -> None:
    """A rolled table's functions stand in the module of its name, which says what stands elsewhere."""
    for table in classic().rolled:
        homes = [functions().get(identifier(option.code), set()) for option in table.options]
        if not all(homes):
            continue
        away = [
            option.code
            for option, home in zip(table.options, homes, strict=True)
            if identifier(table.id) not in home
        ]
        module = (PACKAGE / "engine" / "battle" / f"{identifier(table.id)}.py").read_text()
        for code in away:
            (home,) = functions()[identifier(code)]
            assert f"`{home}`" in (ast.get_docstring(ast.parse(module)) or ""), (table.id, code)


def test_the_engine_names_no_rule_that_is_in_no_table() -> None:
    known = {identifier(name).upper() for name in RULES}
    for stem, source in sources():
        named = set(re.findall(r"\bR\.([A-Z][A-Z0-9_]*)", source))
        assert named <= known, stem


def test_every_parameter_of_the_tables_is_read_by_the_engine_or_by_its_preparation() -> None:
    """A number that only the text knows would be a rule that nobody plays."""
    written = "\n".join(source for _, source in sources())
    # The exact odds count an ace and a court card too, but the engine deals the cards.
    for table in classic().tables:
        numbers = {key for each in (table, *table.options, *table.rules) for key in each.params}
        numbers |= {key for extra in table.at.values() for key in extra}
        for key in numbers:
            name = f"{identifier(table.id)}_{key}"
            direct = re.search(rf"\bp\.{name}\b", written) or f'"{table.id}.{key}"' in written
            assert direct or (table.id, key) in TOLD_ONLY, name


# Numbers that follow from others or bind only people; the reason beside each.
TOLD_ONLY = {
    ("forces", "limit"): "the roster comes to it: tests/test_catalog.py adds it up",
    ("forces", "left_out"): "one question leaves out one unit or none",
    ("action-points", "each"): "once is what a bit can say",
    ("movement", "pivot_degrees"): "a right angle, in the pivots' dot products",
    ("movement", "turn_degrees"): "half of one, in the turns' cosine",
    ("movement", "tall"): "all blocking terrain is, no other",
    ("resolution", "deck"): "the deck's length in the record",
    ("game-length", "first"): "where the other numbers put it (3-10)",
    ("game-length", "second"): "the round after the first",
    ("game-length", "last"): "where the other numbers put it (3-10)",
    ("deployment", "near"): "models of a squad are stood side by side",
}


def test_numbers_that_the_text_tells_alone_agree_with_the_engine() -> None:
    from carnage.engine.battle import movement
    from carnage.engine.battle.state import DECK
    from carnage.engine.core.geometry import math

    book = classic()
    assert book.table("resolution").option("card-draw").params["deck"] == DECK
    turn = book.table("movement").option("momentum-movement").params["turn_degrees"]
    assert pytest.approx(math.cos(math.radians(turn))) == movement.HALF_RIGHT
    assert book.table("movement").option("restricted-movement").params["pivot_degrees"] == 90
    assert book.table("forces").params["left_out"] == 1
    assert book.table("action-points").option("one-of-everything").params["each"] == 1
    late = book.table("game-length").option("uncertain-round-limit-5-7").params
    assert (late["second"], late["last"]) == (late["first"] + 1, late["first"] + 2)
    early = book.table("game-length").option("uncertain-round-limit-3-10").params
    assert (early["first"], early["last"]) == (early["reach"] - 6, early["reach"] - 1)
