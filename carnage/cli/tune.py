"""`carnage tune`: change at most three numbers of a game, so that it reaches an aim."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

import click

from carnage.cli import arguments
from carnage.common.text_format import join_words, percent
from carnage.lab.balance_report import describe_answer
from carnage.rulesets.ruleset import Ruleset


def run(game_id: str, *, aim: str, no_handicap: bool, as_json: bool) -> None:
    """Search for house rules and print the answer as text or JSON."""
    ruleset = arguments.parse_game(game_id)
    from carnage.lab.balance_aims import BalanceError, parse_aim
    from carnage.lab.balancing import balance

    try:
        wanted = parse_aim(aim, ruleset)
    except BalanceError as error:
        raise click.UsageError(str(error)) from None
    state: dict[str, Any] = {}
    for state in balance(ruleset, wanted, handicaps=not no_handicap):
        if not state["complete"]:
            click.echo(_format_progress(state), err=True)
    if as_json:
        click.echo(json.dumps(state, indent=2))
    else:
        click.echo("\n".join(format_answer(ruleset, state)))


def _format_progress(state: Mapping[str, Any]) -> str:
    tried = join_words(f"{each['number']} {each['value']:g}" for each in state["rules"])
    step = str(state["step"]).capitalize()
    if tried:
        return f"{step}: best so far {tried}"
    return step


def format_answer(ruleset: Ruleset, state: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of the answer: its words, its figures, and the address of the game."""
    yield f"{ruleset.name} ({ruleset.address})"
    yield from describe_answer(ruleset, state)
    if state["rules"]:
        yield ""
        yield "              before                after"
        for strength, before in state["before"].items():
            after = state["after"][strength]
            yield f"  {strength:12}{_format_figures(before)}  {_format_figures(after)}"
        yield ""
        yield f"Read it: carnage roll --seed '{state['address'].strip('/')}'"


def _format_figures(figures: Mapping[str, Any]) -> str:
    first = figures["first"]["value"]
    return (
        f"first {percent(first):>4}, drawn {percent(figures['drawn']):>4}, "
        f"{figures['rounds']:.1f} rounds"
    )
