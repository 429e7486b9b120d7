"""`carnage simulate` and `carnage warm-up`."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import click

from carnage.document import sources
from carnage.playtest.figures import percent, wilson
from carnage.ruleset import Ruleset
from carnage.terminal import reading

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


def warm(say: bool = False) -> None:
    """Compile what is not compiled yet, with a bar on a terminal."""
    from carnage.engine import games
    from carnage.engine.core import warming

    games.family_of("battle")
    if warming.is_warm():
        if say:
            click.echo("The engine is warm.")
    else:
        with bar("Compiling the rules") as tell:
            warming.warm_up(tell)
        if say:
            click.echo("The engine is warm now: games start at once.")


def run(id: str, games: int, bots: str, seed: int, swap: bool, hands: str, as_json: bool) -> None:
    """Play many games and print what they come to."""
    ruleset = reading.game(id)
    pair = reading.bots(bots)
    from carnage.engine.games import GameError
    from carnage.engine.simulating import check, check_hands, simulate

    try:
        check(games, pair, seed)
        deft = check_hands(ruleset, [hand.strip() for hand in hands.split(",")])
        warm()
        with bar("Playing") as tell:
            found = simulate(ruleset, games, pair, seed, swap, tell, hands=deft)
    except GameError as error:
        raise click.UsageError(str(error)) from None
    if as_json:
        click.echo(json.dumps(found.json(), indent=2))
    else:
        click.echo("\n".join(report(ruleset, found, swap)))


def report(ruleset: Ruleset, found: Any, swap: bool) -> Iterator[str]:
    """A simulation in plain words."""
    one, two = found.bots
    seats = ", each dice seed twice with seats changed" if swap else ""
    games = f"{found.games:,} {'game' if found.games == 1 else 'games'}"
    yield f"{ruleset.name} ({found.id})"
    yield f"{games}, {one} against {two}{seats}, from dice seed {found.seed}"
    if ruleset.has("dexterity"):
        yield f"Hands: {found.hands[0]} and {found.hands[1]} (docs/dexterity.md says how deft that is)"
    yield ""
    if found.capped:
        yield f"Ended by the rules: {found.ended_by_rules:,} of {games}; {found.capped:,} had to be stopped"
    else:
        yield "Ended by the rules: all"
    who = (f"{one}, first named", f"{two}, second named") if swap else (f"Side 1, {one}", f"Side 2, {two}")
    for name, wins in zip(who, found.wins, strict=True):
        yield f"Won by {name}: {wins:,} ({percent(wins / found.games, 1)})"
    yield f"Draws: {found.draws:,} ({percent(found.draws / found.games, 1)})"
    decided = sum(found.wins)
    low, high = wilson(found.first_side_wins, decided)
    if decided:
        share = percent(found.first_side_wins / decided, 1)
        yield (
            f"Won by whoever activated first: {found.first_side_wins:,} of {decided:,} decided games "
            f"({share}; 95% interval {percent(low, 1)} to {percent(high, 1)})"
        )
    if found.rounds:
        r = found.rounds
        yield f"Rounds: {r.mean:.1f} on average; median {r.p50}, tenth percentile {r.p10}, ninetieth {r.p90}"
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
