"""No rule in the document that the engine lacks, and none in the engine that the document lacks."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from arena import BOTS, covering
from rulesets import BOOKS, classic, printed

import carnage
from carnage import catalog
from carnage.catalog import Option, Table
from carnage.engine.core.compiling import PACKAGE
from carnage.engine.core.numbering import identifier
from carnage.engine.games import Match, families, family_of

# An option that says that there is no such thing in this game: nothing that could be played.
NOTHING = "none"

# Some options need a loss, or a game that is long enough; in later books they need it more often.
MOST, USUALLY = {"classic": 0.75}, 0.3

EACH = pytest.mark.parametrize("book", BOOKS)
# What is unclear to people is never unclear to a program.
TABLES = [(code, table) for code in BOOKS for table in catalog.book(code).rolled if not table.for_people]
EACH_TABLE = pytest.mark.parametrize(
    ("book", "table"), TABLES, ids=[f"{code}-{table.id}" for code, table in TABLES]
)


def family(book: str) -> str:
    return catalog.book(book).family


def rules_of(book: str) -> tuple[str, ...]:
    """Every rule of a book's family."""
    found: tuple[str, ...] = family_of(family(book)).rules
    return found


@cache
def own_rules(book: str) -> set[str]:
    """Every rule that some game of a book has, by its name."""
    return set().union(*(printed(game) for game in covering(2, book)))


def silent(book: str) -> set[str]:
    """The rules of a book that nothing in play could show."""
    asked = {table.id for table in catalog.book(book).tables if not table.for_people}
    return {
        rule for rule in own_rules(book) if rule.split(".")[0] not in asked or rule.endswith(f".{NOTHING}")
    }


@cache
def fired(book: str) -> dict[str, dict[str, int]]:
    """How often each rule fired, in a few games of each ruleset of the pairwise covering, by its digits."""
    found = {}
    for n, game in enumerate(covering(2, book)):
        rules = rules_of(book)
        counts = dict.fromkeys(rules, 0)
        for number, bots in enumerate(BOTS):
            core = Match(game, n, number, bots, log_length=0).record.core
            for rule, name in enumerate(rules):
                counts[name] += int(core.fired[rule])
        found[str(game.seed)] = counts
    return found


@EACH
def test_only_rules_that_a_game_has_fire_in_it(book: str) -> None:
    """And so no option fires that is shown as not used."""
    for game in covering(2, book):
        alive = {name for name, count in fired(book)[str(game.seed)].items() if count}
        assert alive <= printed(game), game.seed


@EACH_TABLE
def test_every_option_fires_wherever_it_is_chosen(book: str, table: Table) -> None:
    """In most games, that is: some options need a loss, or a game that is long enough."""
    idle = []
    for option in table.options:
        name = f"{table.id}.{option.code}"
        games = [
            game
            for game in covering(2, book)
            if game.choice(table.id).option.code == option.code and game.uses(table, option)
        ]
        alive = sum(bool(fired(book)[str(game.seed)][name]) for game in games)
        if name not in silent(book) and not 0 < len(games) * MOST.get(book, USUALLY) <= alive:
            idle.append(f"{option.code}: in {alive} of {len(games)}")
    assert not idle


@EACH
def test_every_rule_fires_in_some_game(book: str) -> None:
    totals = dict.fromkeys(rules_of(book), 0)
    for counts in fired(book).values():
        for name, count in counts.items():
            totals[name] += count
    assert {name for name, count in totals.items() if not count} & own_rules(book) <= silent(book)
    assert {name for name, count in totals.items() if count} <= own_rules(book)


def sources(family: str) -> Iterator[tuple[str, str]]:
    for path in sorted((PACKAGE / "engine" / family).rglob("*.py")):
        yield path.stem, path.read_text()


@cache
def functions(family: str) -> dict[str, set[str]]:
    """Which modules of a family define a function of each name."""
    found: dict[str, set[str]] = {}
    for stem, source in sources(family):
        for node in ast.parse(source).body:
            if isinstance(node, ast.FunctionDef):
                found.setdefault(node.name, set()).add(stem)
    return found


@cache
def written(family: str) -> str:
    """All that plays, and what makes games ready to be played."""
    ready = (Path(carnage.__file__).parent / "ruleset.py").read_text()
    return "\n".join([ready, *(source for _, source in sources(family))])


def numbers(table: Table, option: Option) -> tuple[Any, ...]:
    """The numbers that an option has, its own and at its rolls."""
    own = [tuple(table.at.get(roll, {}).items()) for roll in table.results(option.code)]
    return (*option.params.items(), *own) if option.params or any(own) else ()


def known_by_trait(table: Table, option: Option, book: str) -> bool:
    """Whether a trait that no other option of the table gives is asked about by play, or by the rosters."""
    others = {trait for other in table.options if other is not option for trait in other.gives}
    roster = catalog.book(book).roster
    asked = {each.needs for each in (*roster.muster, *roster.layout, *roster.scale)}
    own = set(option.gives) - others
    return any(trait in asked or f'"{trait}"' in written(family(book)) for trait in own)


@EACH_TABLE
def test_each_option_is_a_function_of_its_name_or_a_number_of_its_own(book: str, table: Table) -> None:
    """Or it is told by a trait of its own, or is what the code that says so falls through to."""
    others = [option for option in table.options if option.code != NOTHING]
    named = [option for option in others if identifier(option.code) in functions(family(book))]
    rest = [option for option in others if option not in named]
    told_apart = [numbers(table, option) for option in rest]
    bare = [
        option.code
        for option, mine in zip(rest, told_apart, strict=True)
        if not (mine and told_apart.count(mine) == 1)
        and f"R.{identifier(f'{table.id}.{option.code}').upper()}" not in written(family(book))
        and not known_by_trait(table, option, book)
    ]
    assert not bare
    if book == "classic":
        assert not named or not rest, "some have a function of their own, and some have none"


@EACH_TABLE
def test_modules_are_named_after_their_tables(book: str, table: Table) -> None:
    """A rolled table's functions stand in the module of its name, which says what stands elsewhere."""
    homes = [functions(family(book)).get(identifier(option.code), set()) for option in table.options]
    if not all(homes):
        return
    away = [
        option.code
        for option, home in zip(table.options, homes, strict=True)
        if identifier(table.id) not in home
    ]
    module = (PACKAGE / "engine" / family(book) / f"{identifier(table.id)}.py").read_text()
    for code in away:
        (home,) = functions(family(book))[identifier(code)]
        assert f"`{home}`" in (ast.get_docstring(ast.parse(module)) or ""), (table.id, code)


@pytest.mark.parametrize("name", families())
def test_the_engine_names_no_rule_that_is_in_no_table(name: str) -> None:
    known = {identifier(rule).upper() for rule in family_of(name).rules}
    for stem, source in sources(name):
        named = set(re.findall(r"\bR\.([A-Z][A-Z0-9_]*)", source))
        assert named <= known, stem


@EACH
def test_every_parameter_is_read_by_the_engine_or_by_its_preparation(book: str) -> None:
    """A number that only the text knows would be a rule that nobody plays."""
    # The exact odds count an ace and a court card too, but the engine deals the cards.
    unread = []
    for table in catalog.book(book).tables:
        keys = {key for each in (table, *table.options, *table.rules) for key in each.params}
        keys |= {key for extra in table.at.values() for key in extra}
        for key in sorted(keys):
            name = identifier(f"{table.id}.{key}")
            play = written(family(book))
            direct = re.search(rf"\bp\.{name}\b", play) or f'"{table.id}.{key}"' in play
            patterns = put_together(family(book))
            named = direct or any(re.fullmatch(pattern, f"{table.id}.{key}") for pattern in patterns)
            if not named and (table.id, key) not in TOLD_ONLY:
                unread.append(f"{table.id}.{key}")
    assert not unread


@cache
def put_together(family: str) -> tuple[str, ...]:
    """What fits the names of parameters that are put together where they are read, as patterns."""
    names = re.findall(r'f"([\w-]+\.[\w{} +]+)"', written(family))
    return tuple(re.sub(r"\\{.*?\\}", r"\\w+", re.escape(name)) for name in names)


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
    ("fighting", "stunned"): "the name of a result, whose Stun markers follow from it",
    ("fighting", "dazed"): "the name of another",
    ("luck", "die"): "a luck roll is a D20",
    ("luck", "faces"): "a Hero number is a D6",
    ("round-structure", "fastest"): "how many rows of the chart are printed",
    ("damage", "dice"): "a point of Pace for a Move Die",
    ("game-length", "minutes"): "people have a timer, and games count activations",
    ("conventions", "minutes"): "how long people take is for them alone",
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


def test_numbers_that_skirmish_tells_alone_agree_with_the_engine() -> None:
    book = catalog.book("skirmish")
    assert book.table("luck").option("luck-rolls").params["die"] == 20
    assert book.table("luck").option("hero-number").params["faces"] == 6
    assert book.table("damage").option("slowed").params["dice"] == 1
    pace = {max(figure.stats["pace"] for figure in book.roster.figure)}
    assert pace <= set(range(book.table("round-structure").option("speed-phases").params["fastest"] + 1))
