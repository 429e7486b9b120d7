"""House rules: every number can be changed within its bounds, and book and engine agree."""

from __future__ import annotations

import random
import zlib

import pytest

from carnage import catalog
from carnage.catalog.numbers import MAX_CHANGED_BOOKS, change_book, numbers
from carnage.engine.games import family_of
from carnage.engine.simulation import simulate
from carnage.rulebook import build_rulebook
from carnage.rulebook.json_export import export_json
from carnage.rulebook.markdown_export import export_markdown
from carnage.rulesets.address import read_game
from carnage.rulesets.house_rules import (
    MAX_LENGTH,
    HouseRuleError,
    change_rules,
    describe_rule,
    format_rules,
    job_digits,
    list_numbers,
    original,
    parse_fitting_rules,
    resolve_job,
)
from carnage.rulesets.ruleset import Ruleset
from tests.support.house_numbers import games_by_number, number_of, other_value
from tests.support.rulesets import game_at, rolled, ruleset

CHANGED = "morale.distance:9,figure.captain.points:12"
EVERY_DAY = 12  # one number in so many is changed in the everyday tests
# Numbers that no bot's game depends on: people roll or place by them, or bots never come to them.
WITHOUT_EFFECT_ON_GAMES = frozenset({"objectives.marker_small_mm", "objectives.token_small_mm"})


def check_number(name: str, game: Ruleset) -> Ruleset:
    """Change a number, check the book and the record of the engine, and return the game."""
    value = other_value(game, name)
    changed = change_rules(game, f"{name}:{value:g}")
    assert number_of(changed, name).value == pytest.approx(value)
    text = export_markdown(build_rulebook(changed))
    assert text != export_markdown(build_rulebook(game))
    assert describe_rule(changed.book, changed.book.house_rules[0]) in text
    family = family_of(game.book.family)
    records = [family.template(each) for each in (game, changed)]
    assert records[0].tobytes() != records[1].tobytes()
    played = simulate(changed, 4)
    assert played.capped == 0
    return changed


def names_of(code: str) -> list[str]:
    return sorted(games_by_number(code))


@pytest.mark.parametrize("code", catalog.book_codes())
def test_change_rules_some_numbers_change_book_and_engine(code: str) -> None:
    for name in names_of(code):
        if zlib.crc32(f"{code} {name}".encode()) % EVERY_DAY == 0:
            check_number(name, games_by_number(code)[name][0])


@pytest.mark.soak
@pytest.mark.parametrize("code", catalog.book_codes())
def test_change_rules_every_number_changes_book_and_engine(code: str) -> None:
    faults = []
    for name in names_of(code):
        try:
            check_number(name, games_by_number(code)[name][0])
        except Exception as error:
            faults.append(f"{name}: {type(error).__name__} {str(error)[:80]}")
    assert not faults, "\n".join(faults)


@pytest.mark.soak
def test_random_changes_render_and_play_to_end() -> None:
    chance = random.Random("two hundred changes")
    for _ in range(200):
        code = chance.choice(catalog.book_codes())
        name = chance.choice(names_of(code))
        game = chance.choice(games_by_number(code)[name])
        changed = change_rules(game, f"{name}:{other_value(game, name, chance):g}")
        text = export_markdown(build_rulebook(changed))
        assert "House rule" in text, name
        assert simulate(changed, 20).capped == 0, (changed.address, name)


@pytest.mark.parametrize("code", catalog.book_codes())
def test_numbers_every_parameter_has_bounds(code: str) -> None:
    book = catalog.book(code)
    known = numbers(book.family)
    for table in book.tables:
        params = set(table.params)
        for rule in table.every_rule:
            params |= set(rule.params)
        for at in table.at.values():
            params |= set(at)
        assert {f"{table.id}.{name}" for name in params} <= set(known)


def test_numbers_book_values_are_within_bounds() -> None:
    for code in catalog.book_codes():
        for name, games in games_by_number(code).items():
            number = number_of(games[0], name)
            assert number.bounds.least <= number.value <= number.bounds.most, name


def test_parse_rules_are_sorted_and_leave_out_values_of_book() -> None:
    game = ruleset()
    written = change_rules(game, "figure.captain.points:12, morale.distance:9,terrain.cost:2")
    assert format_rules(written.book.house_rules) == CHANGED
    assert written.address == f"{game.path}?rules={CHANGED}"
    assert read_game(written.address).address == written.address
    assert original(written).address == game.path


@pytest.mark.parametrize(
    ("rules", "reason"),
    [
        ("movement.leg:3", "has no number 'movement.leg'. It has movement.pivot_share"),
        ("figure.captain.points:99", "from 1 to 60, such as figure.captain.points:16; 99 is not"),
        ("figure.captain.points:1.5", "whole number"),
        ("figure.captain.points:x", "such as figure.captain.points:16"),
        ("figure.captain.points:nan", "such as figure.captain.points:16"),
        ("figure.captain.points", "such as figure.captain.points:16"),
        ("figure.captain.points:1e999", "such as figure.captain.points:16"),
        ("deployment.near:3", "cannot be changed. The engine"),
        ("a" * (MAX_LENGTH + 1), "at most 600 characters"),
        ("figure..points:3", "has no number"),
        ("rules:3", "has no number 'rules'"),
    ],
)
def test_parse_rules_invalid_says_what_is_right(rules: str, reason: str) -> None:
    with pytest.raises(HouseRuleError, match=reason.replace("(", r"\(")):
        change_rules(ruleset(), rules)


def test_parse_fitting_rules_drops_numbers_of_other_options() -> None:
    rules, dropped = parse_fitting_rules("movement.leg:3,morale.distance:9", ruleset())
    assert format_rules(rules) == "morale.distance:9"
    assert dropped == ("movement.leg",)
    with pytest.raises(HouseRuleError):
        parse_fitting_rules("movement.arm:3", ruleset())


def test_parse_rules_too_many_are_refused() -> None:
    game = rolled("skirmish")
    free = [number for number in list_numbers(game) if not number.bounds.locked][:13]
    rules = ",".join(f"{number.name}:{other_value(game, number.name):g}" for number in free)
    with pytest.raises(HouseRuleError, match=r"at most (12 house rules|600 characters)"):
        change_rules(game, rules)


def test_export_json_lists_house_rules() -> None:
    told = export_json(build_rulebook(change_rules(ruleset(), CHANGED)))
    assert told["house_rules"] == [
        {"number": "morale.distance", "value": 9, "book": 6},
        {"number": "figure.captain.points", "value": 12, "book": 16},
    ]
    assert told["url"].endswith(f"?rules={CHANGED}")
    assert told["credits"][-1]["title"] == "House rules"


def test_job_digits_round_trip() -> None:
    changed = change_rules(ruleset(), CHANGED)
    digits = job_digits(changed, changed.seed.digits)
    assert resolve_job(catalog.book("classic"), digits).address == changed.address
    assert job_digits(ruleset(), "123") == "123"
    assert changed.rules_key != original(changed).rules_key


def test_change_book_keeps_few_books_in_memory() -> None:
    change_book.cache_clear()
    game = ruleset()
    for points in range(1, 41):
        if points != 16:
            build_rulebook(change_rules(game, f"figure.captain.points:{points}"))
    assert change_book.cache_info().currsize <= MAX_CHANGED_BOOKS


def test_handicap_points_go_to_side_that_went_second() -> None:
    game = game_at("classic/777089287536147")
    plain = simulate(game, 300).first_side_share
    changed = simulate(change_rules(game, "victory.second_points:4"), 300).first_side_share
    assert plain is not None
    assert changed is not None
    assert changed.high < plain.low


def test_handicap_ties_leave_no_draw() -> None:
    game = game_at("classic/777089287536147")
    assert simulate(game, 200).draws > 0
    assert simulate(change_rules(game, "victory.second_ties:1"), 200).draws == 0


def test_handicap_held_back_units_cost_the_first_player_games() -> None:
    game = game_at("classic/777089287536147")
    plain = simulate(game, 300).first_side_share
    held = simulate(change_rules(game, "initiative.held_back:2"), 300).first_side_share
    assert plain is not None
    assert held is not None
    assert held.high < plain.low


@pytest.mark.parametrize(("deployment", "is_listed"), [("edges", True), ("anywhere", False)])
def test_list_numbers_has_only_numbers_that_the_game_uses(deployment: str, is_listed: bool) -> None:
    names = {number.name for number in list_numbers(rolled("skirmish", deployment=deployment))}
    assert ("table.strip" in names) == is_listed
