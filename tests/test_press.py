"""Pieces are made once for all that they depend on, and no more of them are kept than there is room for."""

from __future__ import annotations

import pytest
from rulesets import sample

from carnage import catalog
from carnage.document import press
from carnage.document.press import Once, Thing
from carnage.document.rosters.deciding import mustered, sized
from carnage.forces import force
from carnage.ruleset import Ruleset


def test_a_walk_through_all_games_does_not_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(press, "MOST_ALIKE", 4)
    monkeypatch.setattr(press, "MOST_ANSWERS", 9)
    book = catalog.book("skirmish")
    asked = frozenset({"loot", "towers", "squads", "ranked"}) & frozenset(book.traits)
    assert len(asked) > 1

    def build(ruleset: Ruleset) -> tuple[str, frozenset[str]]:
        return ruleset.choice("movement").option.code, asked & ruleset.traits

    once = Once(book, build, asked, ["movement"])
    met = set()
    for ruleset in sample(60, "skirmish"):
        assert once(ruleset) == build(ruleset)
        met.add(build(ruleset))
        assert len(once._alike) <= 4
        assert len(once._by_answers) <= 9
    assert len(met) > 4


def test_a_piece_is_made_once_for_each_value_that_it_hangs_on() -> None:
    made: list[int] = []

    def size(ruleset: Ruleset) -> int:
        return force(ruleset).size

    def build(ruleset: Ruleset) -> str:
        made.append(size(ruleset))
        return f"{size(ruleset)} models, {ruleset.choice('luck').digits}"

    once = Once(
        catalog.book("skirmish"), build, tables=["luck"], digits=True, things=[Thing(size, mustered, sized)]
    )
    games = sample(200, "skirmish")
    for game in (*games, *games):
        assert once(game) == f"{size(game)} models, {game.choice('luck').digits}"
    kinds = {(size(game), game.choice("luck").digits) for game in games}
    assert len(made) == len(kinds) < len(games)


def test_games_share_a_force_only_if_all_of_it_is_the_same() -> None:
    games = sample(300, "skirmish")
    for game in games:
        roster, shared = game.book.roster, force(game)
        assert shared.alike is ("picked" not in game.traits)
        assert bool(shared.pool) is ("draft" in game.traits)
        assert shared.size == game.params["size.models"]
        grades = next((scale for scale in roster.scale if scale.needs in game.traits), roster.scale[0]).grades
        figures = {figure.code: figure for figure in roster.figure}
        for model in shared.kinds:
            for stat, value in figures[model.code].stats.items():
                assert model.stats[stat] == (grades[stat][value] if isinstance(value, str) else value)
    assert 20 < len({force(game) for game in games}) < len(games)
