"""What results of the lab hang on: what decides games and figures, and nothing that only
explains them.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from carnage.lab import result_version
from carnage.lab.result_version import version
from carnage.lab.sampling_plan import COMPARISON, SEARCH

CLASSIC, DUEL = ("classic", "0" * 15), ("duel", "0" * 13)
BOTH = ("classic", "0" * 15, COMPARISON, f"duel/{'0' * 13}")
SEARCH_KEY = ("classic", SEARCH, "minutes=45")


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the package that may be changed."""
    left_out = shutil.ignore_patterns("__pycache__", "*.zip", "web", "printing", "serving")
    shutil.copytree(result_version.PACKAGE, tmp_path / "carnage", ignore=left_out)
    monkeypatch.setattr(result_version, "PACKAGE", tmp_path / "carnage")
    forget()
    yield tmp_path / "carnage"
    forget()


def forget() -> None:
    for each in (result_version._version, result_version._hash_module, result_version._table_bytes):
        each.cache_clear()


def changed(
    path: Path, old: str, new: str, among: tuple[tuple[str, ...], ...] = (CLASSIC, DUEL)
) -> list[bool]:
    """Which versions are others once this stands there."""
    before = [version(key) for key in among]
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    forget()
    return [version(key) != then for key, then in zip(among, before, strict=True)]


@pytest.mark.soak
def test_result_version_comments_changed_stays_the_same(package: Path) -> None:
    rule = package / "engine/battle/frame/dice_sets.py"
    text = rule.read_text(encoding="utf-8")
    rule.write_text("# Somebody says something.\n\n" + text, encoding="utf-8")
    then = version(CLASSIC)
    rule.write_text(text, encoding="utf-8")
    forget()
    assert version(CLASSIC) == then
    assert changed(rule, '    """Return the number of dice', '    """Count the dice') == [
        False,
        False,
    ]
    assert changed(
        package / "lab/checks.py",
        "TOO_MANY_ROUNDS = 12  # rounds",
        "TOO_MANY_ROUNDS = (\n    12\n)\n# rounds",
    ) == [
        False,
        False,
    ]


@pytest.mark.thorough
def test_result_version_rule_or_bot_changed_changes_in_family_only(package: Path) -> None:
    bot = package / "engine/battle/bots/greedy.py"
    assert changed(bot, "STAND_UP_POINTS = ", "STAND_UP_POINTS = 1.0 + ") == [True, False]
    weights = package / "tables/duel/weights.toml"
    assert changed(weights, "value = 0.47", "value = 0.48") == [False, True]
    assert changed(package / "tables/books/classic.toml", "rolls = {", "rolls = { ") == [
        False,
        False,
    ]


@pytest.mark.thorough
def test_result_version_checks_changed_changes_in_all_families(package: Path) -> None:
    assert changed(package / "lab/checks.py", "TOO_MANY_ROUNDS = 12", "TOO_MANY_ROUNDS = 13") == [
        True,
        True,
    ]
    assert changed(package / "common/intervals.py", "0.975", "0.985") == [True, True]


@pytest.mark.thorough
def test_result_version_text_changed_stays_the_same_number_changes(package: Path) -> None:
    table = package / "tables/battle/resolution.toml"
    assert changed(table, "Throw as many D6 as the stat", "Roll as many D6 as the stat") == [
        False,
        False,
    ]
    assert changed(table, "params = { throws = 3, most = 9", "params = { throws = 3, most = 8") == [
        True,
        False,
    ]
    assert changed(table, 'label = "Push Your Throws"', 'label = "Push Them"') == [True, False]


@pytest.mark.thorough
def test_result_version_comparison_uses_both_games_and_search_uses_criteria(package: Path) -> None:
    among = (CLASSIC, BOTH, SEARCH_KEY)
    weights = package / "tables/duel/weights.toml"
    assert changed(weights, "value = 0.47", "value = 0.48", among) == [False, True, False]
    muster = package / "rulebook/battle/requirements.py"
    assert changed(muster, "import annotations", "import annotations\nX = 1", among) == [
        False,
        False,
        True,
    ]
