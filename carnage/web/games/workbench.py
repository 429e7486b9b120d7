"""The workbench: change the numbers of a game, compare both games, and have it balanced."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from flask import Blueprint, Response, make_response, render_template, request

from carnage.common.text_format import percent
from carnage.jobs.results import Key
from carnage.jobs.status import JobStatus
from carnage.lab.balance_aims import FAIR, BalanceError, list_aims, parse_aim
from carnage.lab.balance_report import describe_answer
from carnage.lab.sampling_plan import BALANCE, BEFORE_AFTER
from carnage.lab.strengths import PLAYERS
from carnage.rulesets.house_rules import (
    HouseNumber,
    find_owner_title,
    format_rules,
    list_numbers,
    original,
    parse_rules,
    with_rules,
)
from carnage.rulesets.ruleset import Ruleset
from carnage.web.errors import Advice, HttpProblem
from carnage.web.games.links import LinkState, game_url, read_game
from carnage.web.lab.playtests import mark_transient, playtest_queue, submit_and_redirect
from carnage.web.params import find_playable_book, redirect_to

NUMBER_PREFIX = "n."  # of the fields of numbers in the form
ROW_LABELS = {
    "first": "Wins of the player who {opener}",
    "drawn": "Games drawn",
    "rounds": "{rounds} on average",
    "minutes": "Minutes, for people",
    "settled": "Share of a game left once it is decided",
}

workbench = Blueprint("workbench", __name__)


@dataclass(frozen=True, slots=True)
class NumberGroup:
    """The numbers of one table, figure or weapon."""

    id: str
    title: str
    numbers: tuple[HouseNumber, ...]


@dataclass(frozen=True, slots=True)
class ComparedRow:
    """A figure before and after, as text. `direction` is "more", "less" or empty."""

    label: str
    before: str
    after: str
    direction: str


@workbench.route("/workbench/<path>/<digits>")
def show_workbench(path: str, digits: str) -> Response:
    """Return the numbers of a game; with fields of numbers, redirect to the changed game."""
    ruleset, carried = read_game(find_playable_book(path), digits)
    typed = {
        name.removeprefix(NUMBER_PREFIX): value
        for name, value in request.args.items()
        if name.startswith(NUMBER_PREFIX)
    }
    if typed:
        rules = ",".join(f"{name}:{value}" for name, value in typed.items() if value.strip())
        changed = _keep_changes(ruleset, rules)
        return redirect_to(_url(changed, replace(carried, rules=_format(changed))))
    return mark_transient(make_response(_render_page(ruleset, carried)))


@workbench.route("/workbench/<path>/<digits>/before-after", methods=("POST",))
def start_comparison(path: str, digits: str) -> Response:
    """Have the game of the book and the changed game played."""
    ruleset, carried = read_game(find_playable_book(path), digits)
    return submit_and_redirect(
        _comparison_key(ruleset),
        f"{_url(ruleset, carried)}#before-after",
        game_url(ruleset.book, digits, carried),
    )


@workbench.route("/workbench/<path>/<digits>/balance", methods=("POST",))
def start_balance(path: str, digits: str) -> Response:
    """Have house rules searched that reach an aim."""
    ruleset, carried = read_game(find_playable_book(path), digits)
    aim = request.form.get("aim", FAIR)
    try:
        parse_aim(aim, ruleset)
    except BalanceError as error:
        advice = Advice("bad_aim", reason=str(error))
        raise HttpProblem(400, "Unknown aim", advice, field="aim") from None
    return submit_and_redirect(
        _balance_key(ruleset, aim),
        f"{_url(ruleset, carried, aim=aim)}#balance",
        game_url(ruleset.book, digits, carried),
    )


def _keep_changes(ruleset: Ruleset, rules: str) -> Ruleset:
    """Return a game with house rules of a form, without those that are the book's numbers."""
    plain = original(ruleset)
    book_values = {number.name: f"{number.value:g}" for number in list_numbers(plain)}
    changed = [
        part
        for part in rules.split(",")
        if part and part.partition(":")[2].strip() != book_values.get(part.partition(":")[0])
    ]
    return with_rules(plain, parse_rules(",".join(changed), plain))


def _format(ruleset: Ruleset) -> str:
    return format_rules(ruleset.book.house_rules)


def _url(ruleset: Ruleset, carried: LinkState, **more: str) -> str:
    return f"/workbench{ruleset.path}{carried.query(**more)}"


def _comparison_key(ruleset: Ruleset) -> Key:
    return (
        ruleset.book.code,
        original(ruleset).rules_key,
        BEFORE_AFTER,
        ruleset.rules_key,
    )


def _balance_key(ruleset: Ruleset, aim: str) -> Key:
    return ruleset.book.code, ruleset.rules_key, BALANCE, aim


def _render_page(ruleset: Ruleset, carried: LinkState) -> str:
    aim = request.args.get("aim", "")
    compared: JobStatus[dict[str, Any]] = JobStatus()
    if ruleset.book.house_rules:
        compared = playtest_queue().status(_comparison_key(ruleset))
    balanced: JobStatus[dict[str, Any]] = JobStatus()
    if aim:
        balanced = playtest_queue().status(_balance_key(ruleset, aim))
    aims = list_aims(ruleset)
    return render_template(
        "games/workbench.html",
        ruleset=ruleset,
        book=ruleset.book,
        carried=carried,
        groups=_group_numbers(ruleset),
        back=game_url(ruleset.book, ruleset.seed.digits, carried),
        as_in_book=_url(ruleset, replace(carried, rules="")),
        here=_url(ruleset, carried),
        compare_url=f"/workbench{ruleset.path}/before-after{carried.query()}",
        balance_url=f"/workbench{ruleset.path}/balance{carried.query()}",
        stands=balanced if balanced.under_way else compared,
        compared=compared,
        tables=_compare_rows(ruleset, compared.result),
        balanced=balanced,
        answer=list(describe_answer(ruleset, balanced.result)) if balanced.result else [],
        answer_url=_answer_url(ruleset, balanced.result, carried),
        is_fair_possible=FAIR in aims,
        has_aims=bool(aims),
        hidden={
            "name": carried.name,
            "own": carried.own_written,
            "setting": carried.setting,
        },
    )


def _answer_url(ruleset: Ruleset, answer: dict[str, Any] | None, carried: LinkState) -> str:
    """Return the workbench of the balanced game, or nothing if there are no changes.

    Games with the same rules share an answer, so its address can have the digits of another one.
    """
    if not answer or not answer["rules"] or not answer["complete"]:
        return ""
    _, _, query = answer["address"].partition("?")
    return _url(ruleset, replace(carried, rules=query.removeprefix("rules=")))


def _group_numbers(ruleset: Ruleset) -> list[NumberGroup]:
    """Return the numbers of the game, by table, figure and weapon."""
    groups: dict[str, list[HouseNumber]] = {}
    for number in list_numbers(ruleset):
        groups.setdefault(number.name.rpartition(".")[0], []).append(number)
    return [
        NumberGroup(id, find_owner_title(ruleset.book, numbers[0].name), tuple(numbers))
        for id, numbers in groups.items()
    ]


def _compare_rows(
    ruleset: Ruleset, result: dict[str, Any] | None
) -> list[tuple[str, list[ComparedRow]]]:
    """Return the figures before and after, for each kind of players."""
    nouns = ruleset.book.sheet.nouns
    words = {"opener": nouns.opener, "rounds": nouns.rounds}
    tables = []
    for strength, rows in (result or {}).get("strengths", {}).items():
        shown = [_compare_row(row, words) for row in rows]
        tables.append((PLAYERS[strength], shown))
    return tables


def _compare_row(row: dict[str, Any], words: dict[str, str]) -> ComparedRow:
    return ComparedRow(
        label=ROW_LABELS[row["name"]].format(**words),
        before=_format_value(row["name"], row["before"]),
        after=_format_value(row["name"], row["after"]),
        direction=_direction(row["shift"]),
    )


def _format_value(name: str, value: float) -> str:
    if name == "rounds":
        return f"{value:.1f}"
    if name == "minutes":
        return f"{value:.0f}"
    return percent(value, 1)


def _direction(shift: dict[str, float] | None) -> str:
    """Return the direction of a significant change."""
    if shift is None or shift["low"] <= 0.0 <= shift["high"]:
        return ""
    return "more" if shift["value"] > 0 else "less"
