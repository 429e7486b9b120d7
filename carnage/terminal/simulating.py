"""`carnage simulate` and `carnage warm-up`."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from carnage.document import sources
from carnage.document.texts import ordinal
from carnage.playtest.figures import percent, wilson
from carnage.ruleset import Ruleset
from carnage.terminal import reading

if TYPE_CHECKING:
    from carnage.engine.counting import Mean, Simulation

Tell = Callable[[int, int], None]


@contextmanager
def bar(label: str) -> Iterator[Tell | None]:
    """What to tell how much is done, of how much: a bar on standard error if that is a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    with click.progressbar(length=1, label=label, file=sys.stderr) as shown:

        def tell(done: int, total: int) -> None:
            shown.length = max(total, 1)
            shown.update(done - shown.pos)

        yield tell


def warm(family: str) -> None:
    """Compile what a family needs and is not compiled yet, with a bar on a terminal."""
    from carnage.engine import games
    from carnage.engine.core import warming

    games.family_of(family)
    if not warming.is_warm(family):
        with bar(f"Compiling the rules of {family} games") as tell:
            warming.warm_up(family, tell)


def warm_all() -> None:
    """Compile everything."""
    from carnage.engine import games
    from carnage.engine.core import warming

    cold = [each for each in games.families() if games.family_of(each) and not warming.is_warm(each)]
    for family in cold:
        warm(family)
    click.echo("The engine is warm now: games start at once." if cold else "The engine is warm.")


def run(id: str, games: int, bots: str, seed: int, swap: bool, hands: str, as_json: bool) -> None:
    """Play many games and print what they come to."""
    ruleset = reading.game(id)
    named = reading.bots(bots)
    from carnage.engine.games import GameError
    from carnage.engine.simulating import check, check_hands, simulate

    try:
        check(ruleset, games, named, seed)
        deft = [hand.strip() for hand in hands.split(",")]
        check_hands(ruleset, deft)
        warm(ruleset.book.family)
        with bar("Playing") as tell:
            found = simulate(ruleset, games, named, seed, swap, tell, hands=deft)
    except GameError as error:
        raise click.UsageError(str(error)) from None
    if as_json:
        click.echo(json.dumps(found.json(), indent=2))
    else:
        click.echo("\n".join(report(ruleset, found, swap)))


def report(ruleset: Ruleset, found: Simulation, swap: bool) -> Iterator[str]:
    """A simulation in plain words."""
    words = ruleset.book.sheet.words
    seats = ", each dice seed played once from each seat" if swap else ""
    if swap and len(found.bots) == 2:
        seats = ", each dice seed twice with seats changed"
    games = f"{found.games:,} {'game' if found.games == 1 else 'games'}"
    yield f"{ruleset.name} ({found.id})"
    yield f"{games}, {' against '.join(found.bots)}{seats}, from dice seed {found.seed}"
    if found.hands and ruleset.has("dexterity"):
        yield f"Hands: {found.hands[0]} and {found.hands[1]} (docs/dexterity.md says how deft that is)"
    yield ""
    if found.capped:
        yield f"Ended by the rules: {found.ended_by_rules:,} of {games}; {found.capped:,} had to be stopped"
    else:
        yield "Ended by the rules: all"
    who = [
        f"{bot}, {ordinal(n)} named" if swap else f"{words.side} {n}, {bot}"
        for n, bot in enumerate(found.bots, 1)
    ]
    for name, wins in zip(who, found.wins, strict=True):
        yield f"Won by {name}: {wins:,} ({percent(wins / found.games, 1)})"
    yield f"Draws: {found.draws:,} ({percent(found.draws / found.games, 1)})"
    decided = sum(found.wins)
    first = found.first_side_wins
    if decided and first is not None:
        low, high = wilson(first, decided)
        share = percent(first / decided, 1)
        yield (
            f"Won by whoever {words.opener}: {first:,} of {decided:,} decided games "
            f"({share}; 95% interval {percent(low, 1)} to {percent(high, 1)})"
        )
    for name, score in zip(who, found.scores, strict=True):
        yield f"{words.scores} of {name}: {told(score)}"
    for name, winning in zip(who if found.winnings else (), found.winnings, strict=True):
        yield f"Winnings of {name}: {told(winning)}"
    if found.rounds:
        r = found.rounds
        yield (
            f"{words.rounds}: {r.mean:.1f} on average; median {r.p50}, tenth percentile {r.p10}, "
            f"ninetieth {r.p90}"
        )
    yield f"Decisions in a game: {found.decisions_per_game:,.0f}"
    yield ""
    yield f"{'Rule':44} {'games in which it fired':>24} {'times a game':>13}"
    for name, fired in sorted(found.rules.items(), key=lambda item: -item[1].games):
        share = percent(fired.games / found.games, 1) if fired.games else "never"
        yield f"{name:44} {share:>24} {fired.fired / found.games:13.1f}"
    yield ""
    yield from (source.credit for source in sources.of_game(ruleset))
    yield ""
    yield f"{found.seconds:.2f} seconds, {found.games_per_second:,.0f} games a second"


def told(mean: Mean) -> str:
    """A mean with its interval, and beside it the exact value where somebody has worked it out."""
    exact = "" if mean.expected is None else f"; worked out exactly: {mean.expected:.3f}"
    return f"{mean.mean:.2f} on average; 95% interval {mean.low:.2f} to {mean.high:.2f}{exact}"
