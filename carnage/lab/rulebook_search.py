"""Search for the games that are nearest to criteria, and explain criteria that cannot be met.

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
from carnage.lab.criteria import (
    MAX_ROLLS,
    Criteria,
    NearMatch,
    describe_feature,
    roll_seed,
    roll_until_met,
)
from carnage.rulebook.battle import play_time
from carnage.rulesets.battlefield import get_battlefield
from carnage.rulesets.forces import get_force
from carnage.rulesets.ruleset import Ruleset, resolve
from carnage.seeds import Seed

CANDIDATES_PER_RESULT = 4  # games to find for each that is shown, if some fit better than others
EXTRA_ROLLS = (
    12  # further rolls for a game with the intended rule, after one with another rule of its table
)


@dataclass(frozen=True)
class SearchResult:
    """The result of a search: the nearest games, and sentences about criteria that none of them
    meets.
    """

    near: list[NearMatch]
    limits: tuple[str, ...]


def search_rulebooks(
    book: Book, criteria: Criteria, count: int, tries: int, steps: int
) -> SearchResult:
    """Return the `count` games that are nearest to the criteria.

    Games come from the book's atlas, if it has one, and then from rolls. If too few of them meet
    all criteria, the nearest ones are changed table by table. Raises InvalidCriteria.

    Args:
        book: The book.
        criteria: The criteria.
        count: The number of games.
        tries: The number of games of the atlas, and of rolls, to look at.
        steps: The number of changed games to look at.
    """
    # Games that meet all criteria are ordered by how well they fill the time.
    sort_key = criteria.sort_key
    target_count = CANDIDATES_PER_RESULT * count if criteria.has_preference else count
    searched = [
        NearMatch(game, (), is_faultless=True)
        for game in list_candidates(book, criteria, target_count, tries)
    ]
    if len(searched) < target_count:
        searched += roll_until_met(book, criteria, target_count - len(searched), tries)
    near = sorted(searched, key=sort_key)
    found = {each.ruleset.canonical_seed: each for each in near if not each.unmet}
    for start in near[:count]:
        if len(found) >= count or steps <= 0:
            break
        best, steps = _improve(book, criteria, start, steps, searched, criteria.required_options)
        found.setdefault(best.ruleset.canonical_seed, best)
    for each in near:
        found.setdefault(each.ruleset.canonical_seed, each)
    best_first = sorted(found.values(), key=sort_key)[:count]
    unmet = [name for name in criteria.names if all(name in each.unmet for each in best_first)]
    if best_first:
        limits = tuple(_explain_limit(book, criteria, name, searched) for name in unmet)
    else:
        limits = ()
    return SearchResult(best_first, limits)


def list_candidates(book: Book, criteria: Criteria, count: int, tries: int) -> Iterator[Ruleset]:
    """Return an iterator of the first `count` games that a search for good games would playtest.

    Only the first `tries` games of the atlas are considered. Raises InvalidCriteria.
    """
    matches = (
        game for game in islice(atlas_matches(book, criteria), tries) if criteria.is_met_by(game)
    )
    return islice(matches, count)


def atlas_matches(book: Book, criteria: Criteria) -> Iterator[Ruleset]:
    """Yield games of the book's atlas with the required options and without a fault.

    There are at most MAX_ROLLS of them. The seed of the criteria determines the first one. Yields
    nothing if the book has no atlas. Raises InvalidCriteria.
    """
    criteria.validate(book)
    found = get_atlas(book)
    if found is None or FAULT_MEASURE not in found.facts.columns:
        return
    first = random.Random(f"{book.code} {criteria.seed}").randrange(len(found.games))
    matches = found.find_rows(criteria.required_options, faultless=True, first_row=first)
    for row in islice(matches, MAX_ROLLS):
        yield resolve(book, Seed(found.games.get_seed(row)))


def find_random_match(
    book: Book,
    criteria: Criteria,
    locked: Mapping[str, str],
    other_than: Seed | None,
    tries: int,
    steps: int,
) -> NearMatch:
    """Return a random game that meets the criteria, or else the nearest one.

    Args:
        book: The book.
        criteria: The criteria.
        locked: The digits of locked tables.
        other_than: A seed that is not returned unless nothing else can be rolled.
        tries: The number of rolls.
        steps: The number of changed games to look at if no roll meets the criteria.
    """
    rng = random.SystemRandom()
    best: NearMatch | None = None
    literal_match: NearMatch | None = None
    rolls_left = tries
    while rolls_left > 0:
        rolls_left -= 1
        seed = roll_seed(book, criteria, rng)
        for id, digits in locked.items():
            seed = seed.replaced(book.digit_offset(id), digits)
        if seed == other_than:
            continue
        near = NearMatch(game := resolve(book, seed), criteria.unmet_by(game))
        if not near.unmet and not criteria.count_other_forms(game):
            return near
        if not near.unmet and literal_match is None:
            literal_match = near
            rolls_left = min(rolls_left, EXTRA_ROLLS)
        best = min(best, near, key=criteria.distance) if best else near
    if literal_match:
        return literal_match
    if best is None:
        # So few tables are unlocked that every roll gave `other_than`.
        game = resolve(book, other_than or roll_seed(book, criteria, rng))
        return NearMatch(game, criteria.unmet_by(game))
    fixed = {*locked, *criteria.required_options}
    return _improve(book, criteria, best, steps, [], fixed, other_than)[0]


def _improve(
    book: Book,
    criteria: Criteria,
    start: NearMatch,
    steps: int,
    searched: list[NearMatch],
    fixed: Collection[str],
    other_than: Seed | None = None,
) -> tuple[NearMatch, int]:
    """Return a game that is nearer to the criteria, with the steps that are left.

    In each pass, the single change that helps most is kept.

    Args:
        book: The book.
        criteria: The criteria.
        start: The game to start from.
        steps: The number of changed games to look at.
        seen: A list to which the changed games are added.
        fixed: The ids of tables that must not change.
        other_than: A seed that is skipped.
    """
    best = start
    while best.unmet and steps > 0:
        base = best
        for table in book.rolled:
            if table.id in fixed:
                continue
            for variant in list_variants(table):
                seed = base.ruleset.seed.replaced(book.digit_offset(table.id), variant.lowest)
                if seed == other_than:
                    continue
                each = NearMatch(other := resolve(book, seed), criteria.unmet_by(other))
                searched.append(each)
                steps -= 1
                best = min(best, each, key=criteria.distance)
        if best is base:
            break
    return best, steps


def _explain_limit(book: Book, criteria: Criteria, name: str, searched: Sequence[NearMatch]) -> str:
    """Return a sentence about the games that exist in place of a criterion that none of the nearest
    meets.
    """
    if any(name not in each.unmet for each in searched):
        criterion = _describe_criterion(book, criteria, name)
        return f"Some games have {criterion}, but none of them matches all other criteria."
    games = [each.ruleset for each in searched]
    if name == "about" and criteria.about is not None:
        low, high = play_time.estimate_minutes(min(searched, key=criteria.sort_key).ruleset)
        return f"{_no_game(book)} has this length: the closest takes {low} to {high} minutes."
    if name == "minutes":
        low, high = min(
            (play_time.estimate_minutes(game) for game in games), key=lambda each: each[1]
        )
        return f"{_no_game(book)} is so short: the shortest takes {low} to {high} minutes."
    if name == "figures":
        least = min(2 * get_force(game).size for game in games)
        return (
            f"{_no_game(book)} has so few figures: the minimum is {least}, {least // 2} per side."
        )
    if name == "players":
        return (
            f"Games of {book.title} are for {_join_values(game.players for game in games)} players."
        )
    if name == "table":
        widths = _join_values(get_battlefield(game).side_feet for game in games)
        return f"The tables of the searched games are {widths} feet wide."
    return f"{_no_game(book)} has {_describe_criterion(book, criteria, name)}."


def _no_game(book: Book) -> str:
    return f"No searched game of {book.title}"


def _join_values(values: Iterable[Number]) -> str:
    return join_words([mixed_number(each) for each in sorted(set(values))], "or")


def describe_criteria(book: Book, criteria: Criteria) -> list[str]:
    """Return each criterion as text, numbers first."""
    return [
        _describe_criterion(book, criteria, name)
        for name in sorted(criteria.names, key=lambda name: " " in name)
    ]


def _describe_criterion(book: Book, criteria: Criteria, name: str) -> str:
    """Return one criterion as text."""
    relation, _, feature = name.partition(" ")
    if feature:
        return f"{'no ' if relation == 'without' else ''}“{describe_feature(book, feature)}”"
    return {
        "about": f"about {criteria.about} minutes",
        "minutes": f"at most {criteria.minutes} minutes",
        "figures": f"at most {criteria.figures} figures",
        "players": f"{criteria.players} players",
        "table": f"a table of {criteria.feet} feet",
    }[name]


def describe_misses(near: NearMatch) -> str:
    """Return the differences of a game from the criteria as text."""
    ruleset = near.ruleset
    texts = []
    for name in near.unmet:
        relation, _, feature = name.partition(" ")
        if feature:
            verb = "has" if relation == "without" else "lacks"
            texts.append(f"{verb} “{describe_feature(ruleset.book, feature)}”")
        elif name == "figures":
            texts.append(f"{2 * get_force(ruleset).size} figures")
        elif name == "players":
            texts.append(f"{ruleset.players} players")
        elif name == "table":
            texts.append(feet(get_battlefield(ruleset).side_feet))
        elif name == "about":
            texts.append("{} to {} minutes".format(*play_time.estimate_minutes(ruleset)))
        else:
            texts.append(f"{play_time.estimate_minutes(ruleset)[1]} minutes")
    return "; ".join(texts)
