"""Examples of play: those that lie ready, where they are shown, and that the engine still tells
them so.
"""

from __future__ import annotations

import re

import pytest
from click.testing import CliRunner

from carnage.cli.command_line import main
from carnage.rulebook import build_rulebook, examples
from carnage.rulebook.markdown_export import render_part
from carnage.rulesets.presets import list_presets
from carnage.rulesets.ruleset import Ruleset
from carnage.web.home.featured import list_featured_games
from tests.support.rulesets import sample
from tests.support.web import client, soup

SHOWN: list[Ruleset] = [
    *[preset.ruleset for preset in list_presets()],
    *[ruleset for ruleset, _ in list_featured_games()],
]
SHOWN = list({(ruleset.book.code, ruleset.canonical_seed): ruleset for ruleset in SHOWN}.values())
EACH = pytest.mark.parametrize("game", SHOWN, ids=lambda game: game.path)


@EACH
def test_examples_of_shown_games_are_stored(game: Ruleset) -> None:
    shown = examples.find_example(game)
    assert shown is not None, "make it with carnage example --write-package-data"
    sections = {
        section.id for chapter in build_rulebook(game).chapters for section in chapter.sections
    }
    assert {table for passage in shown.passages for table in passage.tables} <= sections
    part = build_rulebook(game).back[0]
    assert part.id == "example"
    for passage in shown.passages:
        assert f"**{passage.heading}.**".replace("’", "'") in render_part(part)
    assert "’" not in render_part(part)
    assert "## Example of Play" in build_rulebook(game).markdown()
    if game.book.family in ("duel", "gamble"):
        assert shown.passages[-1].heading == "The end"
    assert shown.bot == ("exact" if game.book.family == "gamble" else "greedy")


@EACH
def test_rules_page_with_example_links_to_its_game(game: Ruleset) -> None:
    shown = examples.find_example(game)
    assert shown is not None
    page = soup(client().get(game.path).text)
    link = page.select_one(".see-it a")
    bots = "" if shown.bot == "greedy" else f"bots={shown.bot}&"
    assert link["href"] == f"/watch{game.path}?{bots}game={shown.number}&at={shown.event}"
    assert page.find(id="example")


def test_rules_page_without_example_links_to_watchable_game() -> None:
    for game in sample(5, "skirmish"):
        if examples.find_example(game) is None:
            page = soup(client().get(f"{game.path}?name=Last+Stand").text)
            assert page.select_one(".see-it a")["href"] == f"/watch{game.path}?name=Last+Stand"
            assert page.select_one("#example a[rel]")["href"].startswith(f"{game.path}/example?")


def test_example_command_takes_one_game_or_all() -> None:
    for arguments in ([], ["duel/2569533333333", "--write-package-data"]):
        result = CliRunner().invoke(main, ["example", *arguments])
        assert result.exit_code == 2
        assert "Give one game" in result.output
    result = CliRunner().invoke(main, ["example", "gamble/908040050000"])
    assert result.exit_code == 0
    assert re.search(r"\*\*Turn \d: Player \d\.\*\* First throw:", result.output)


@pytest.mark.soak
def test_stored_examples_equal_those_of_engine() -> None:
    from carnage.lab.play_examples import choose_example

    for game in SHOWN:
        assert examples.find_example(game) == choose_example(game), (
            "after a change of rules or bots: carnage example --write-package-data"
        )
