"""Search for the games that are nearest to wishes, and explain wishes that cannot be met.

Needs no engine.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from carnage.catalog import Book
from carnage.catalog.atlas import FAULT_MEASURE, get_atlas
from carnage.catalog.variants import list_variants
from carnage.common.text_format import Number, feet, join_words, mixed_number
from carnage.lab.criteria import MOST, Near, Wishes, meant, rolled, tried
from carnage.rulebook.battle import requirements
from carnage.rulesets.battlefield import get_battlefield
from carnage.rulesets.forces import get_force
from carnage.rulesets.ruleset import Ruleset, resolve
from carnage.seeds import Seed

MORE = 4  # games to find for each that is shown, if some fit better than others
SECOND = (
    12  # further rolls for a game with the intended rule, after one with another rule of its table
)


@dataclass(frozen=True)
class Look:
    """The result of a search: the nearest games, and sentences about wishes that none of them
    meets.
    """

    near: list[Near]
    limits: tuple[str, ...]


def look(book: Book, wishes: Wishes, count: int, tries: int, steps: int) -> Look:
    """Return the `count` games that are nearest to the wishes.

    Games come from the book's atlas, if it has one, and then from rolls. If too few of them meet
    all wishes, the nearest ones are changed table by table. Raises WishError.

    Args:
        book: The book.
        wishes: The wishes.
        count: The number of games.
        tries: The number of games of the atlas, and of rolls, to look at.
        steps: The number of changed games to look at.
    """
    # Games that meet all wishes are ordered by how well they fill the time.
    closest = wishes.closest
    wanted = MORE * count if wishes.choosy else count
    seen = [Near(game, (), faultless=True) for game in in_line(book, wishes, wanted, tries)]
    if len(seen) < wanted:
        seen += tried(book, wishes, wanted - len(seen), tries)
    near = sorted(seen, key=closest)
    found = {each.ruleset.canonical_seed: each for each in near if not each.misses}
    for start in near[:count]:
        if len(found) >= count or steps <= 0:
            break
        best, steps = _nearer(book, wishes, start, steps, seen, wishes.kept)
        found.setdefault(best.ruleset.canonical_seed, best)
    for each in near:
        found.setdefault(each.ruleset.canonical_seed, each)
    best_first = sorted(found.values(), key=closest)[:count]
    missed = [name for name in wishes.missable if all(name in each.misses for each in best_first)]
    if best_first:
        limits = tuple(_limit(book, wishes, name, seen) for name in missed)
    else:
        limits = ()
    return Look(best_first, limits)


def in_line(book: Book, wishes: Wishes, count: int, tries: int) -> Iterator[Ruleset]:
    """Return an iterator of the first `count` games that a search for good games would playtest.

    Only the first `tries` games of the atlas are considered. Raises WishError.
    """
    fitting = (game for game in islice(charted(book, wishes), tries) if wishes.granted(game))
    return islice(fitting, count)


def charted(book: Book, wishes: Wishes) -> Iterator[Ruleset]:
    """Yield games of the book's atlas with the kept options and without a fault, at most MOST.

    The wishes' seed determines the first one. Yields nothing if the book has no atlas. Raises
    WishError.
    """
    wishes.check(book)
    found = get_atlas(book)
    if found is None or FAULT_MEASURE not in found.facts.columns:
        return
    first = random.Random(f"{book.code} {wishes.seed}").randrange(len(found.games))
    fitting = found.find_rows(wishes.kept, faultless=True, first_row=first)
    for row in islice(fitting, MOST):
        yield resolve(book, Seed(found.games.get_seed(row)))


def another(
    book: Book,
    wishes: Wishes,
    locked: Mapping[str, str],
    other_than: Seed | None,
    tries: int,
    steps: int,
) -> Near:
    """Return a random game that meets the wishes, or else the nearest one.

    Args:
        book: The book.
        wishes: The wishes.
        locked: The digits of locked tables.
        other_than: A seed that is not returned unless nothing else can be rolled.
        tries: The number of rolls.
        steps: The number of changed games to look at if no roll meets the wishes.
    """
    chance = random.SystemRandom()
    best: Near | None = None
    to_the_letter: Near | None = None
    left = tries
    while left > 0:
        left -= 1
        seed = rolled(book, wishes, chance)
        for id, digits in locked.items():
            seed = seed.replaced(book.digit_offset(id), digits)
        if seed == other_than:
            continue
        near = Near(game := resolve(book, seed), wishes.missed(game))
        if not near.misses and not wishes.lesser(game):
            return near
        if not near.misses and to_the_letter is None:
            to_the_letter = near
            left = min(left, SECOND)
        best = min(best, near, key=wishes.far) if best else near
    if to_the_letter:
        return to_the_letter
    if best is None:
        # So few tables are unlocked that every roll gave `other_than`.
        game = resolve(book, other_than or rolled(book, wishes, chance))
        return Near(game, wishes.missed(game))
    fixed = {*locked, *wishes.kept}
    return _nearer(book, wishes, best, steps, [], fixed, other_than)[0]


def _nearer(
    book: Book,
    wishes: Wishes,
    start: Near,
    steps: int,
    seen: list[Near],
    fixed: Collection[str],
    other_than: Seed | None = None,
) -> tuple[Near, int]:
    """Return a game that is nearer to the wishes, with the steps that are left.

    In each pass, the single change that helps most is kept.

    Args:
        book: The book.
        wishes: The wishes.
        start: The game to start from.
        steps: The number of changed games to look at.
        seen: A list to which the changed games are added.
        fixed: The ids of tables that must not change.
        other_than: A seed that is skipped.
    """
    best = start
    while best.misses and steps > 0:
        from_here = best
        for table in book.rolled:
            if table.id in fixed:
                continue
            for variant in list_variants(table):
                seed = from_here.ruleset.seed.replaced(book.digit_offset(table.id), variant.lowest)
                if seed == other_than:
                    continue
                each = Near(other := resolve(book, seed), wishes.missed(other))
                seen.append(each)
                steps -= 1
                best = min(best, each, key=wishes.far)
        if best is from_here:
            break
    return best, steps


def _limit(book: Book, wishes: Wishes, name: str, seen: Sequence[Near]) -> str:
    """Return a sentence about the games that exist in place of a wish that none of the nearest
    meets.
    """
    if any(name not in each.misses for each in seen):
        return (
            f"Some games have {_wished(book, wishes, name)}, but none of them matches all other "
            "criteria."
        )
    games = [each.ruleset for each in seen]
    if name == "about" and wishes.about is not None:
        low, high = requirements.minutes(min(seen, key=wishes.closest).ruleset)
        return f"{_none(book)} has this length: the closest takes {low} to {high} minutes."
    if name == "minutes":
        low, high = min((requirements.minutes(game) for game in games), key=lambda each: each[1])
        return f"{_none(book)} is so short: the shortest takes {low} to {high} minutes."
    if name == "figures":
        least = min(2 * get_force(game).size for game in games)
        return f"{_none(book)} has so few figures: the minimum is {least}, {least // 2} per side."
    if name == "players":
        return f"Games of {book.title} are for {_these(game.players for game in games)} players."
    if name == "table":
        there = _these(get_battlefield(game).side_feet for game in games)
        return f"The tables of the searched games are {there} feet wide."
    return f"{_none(book)} has {_wished(book, wishes, name)}."


def _none(book: Book) -> str:
    return f"No searched game of {book.title}"


def _these(values: Iterable[Number]) -> str:
    return join_words([mixed_number(each) for each in sorted(set(values))], "or")


def wished(book: Book, wishes: Wishes) -> list[str]:
    """Return each wish as text, numbers first."""
    return [
        _wished(book, wishes, name)
        for name in sorted(wishes.missable, key=lambda name: " " in name)
    ]


def _wished(book: Book, wishes: Wishes, name: str) -> str:
    """Return one wish as text."""
    how, _, thing = name.partition(" ")
    if thing:
        return f"{'no ' if how == 'without' else ''}“{meant(book, thing)}”"
    return {
        "about": f"about {wishes.about} minutes",
        "minutes": f"at most {wishes.minutes} minutes",
        "figures": f"at most {wishes.figures} figures",
        "players": f"{wishes.players} players",
        "table": f"a table of {wishes.feet} feet",
    }[name]


def told(near: Near) -> str:
    """Return the differences of a game from the wishes as text."""
    ruleset = near.ruleset
    said = []
    for name in near.misses:
        how, _, thing = name.partition(" ")
        if thing:
            said.append(f"{'has' if how == 'without' else 'lacks'} “{meant(ruleset.book, thing)}”")
        elif name == "figures":
            said.append(f"{2 * get_force(ruleset).size} figures")
        elif name == "players":
            said.append(f"{ruleset.players} players")
        elif name == "table":
            said.append(feet(get_battlefield(ruleset).side_feet))
        elif name == "about":
            said.append("{} to {} minutes".format(*requirements.minutes(ruleset)))
        else:
            said.append(f"{requirements.minutes(ruleset)[1]} minutes")
    return "; ".join(said)
