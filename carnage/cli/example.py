"""`carnage example`: print the example of play of a game, or write those of shown games."""

from __future__ import annotations

from pathlib import Path

import click

from carnage import catalog
from carnage.cli import arguments
from carnage.common.files import write_file
from carnage.lab.play_examples import NoExample, choose_example
from carnage.rulebook import Rulebook, examples
from carnage.rulebook.examples import Example
from carnage.rulebook.markdown import escape_markdown
from carnage.rulebook.markdown_export import render_part
from carnage.rulesets.presets import list_presets
from carnage.rulesets.ruleset import Ruleset


def run(game_id: str | None, *, write_package_data: bool) -> None:
    """Print the example of one game, or write the examples of all presets and featured games.

    Args:
        game_id: The game; None with `write_package_data`.
        write_package_data: Write the examples into the tables of the package.

    Raises:
        click.UsageError: Both a game and `write_package_data` are given, or neither.
    """
    if (game_id is None) == (not write_package_data):
        raise click.UsageError(
            "Give one game, such as classic/243856987615781, or --write-package-data alone."
        )
    if game_id is None:
        _write_examples()
        return
    ruleset = arguments.parse_game(game_id)
    part = examples.build_example_part(ruleset, _choose(ruleset))
    click.echo(f"# {escape_markdown(ruleset.name)}\n\n{render_part(part)}")


def add_example(rulebook: Rulebook) -> Rulebook:
    """Return a rulebook with an example of play, played now if none was recorded for its rules.

    Raises:
        click.ClickException: No run of passages has the length of an example.
    """
    if examples.has_example(rulebook):
        return rulebook
    return examples.insert_example(rulebook, _choose(rulebook.ruleset))


def _choose(ruleset: Ruleset) -> Example:
    """Return the example of a game; raise ClickException if there is none."""
    try:
        return choose_example(ruleset)
    except NoExample as error:
        raise click.ClickException(str(error)) from None


def _write_examples() -> None:
    """Write the examples of all presets and featured games into the tables of the package."""
    chosen = tuple(choose_example(ruleset) for ruleset in _list_games_with_examples())
    path = Path(str(catalog.TABLES)) / examples.FILE_NAME
    write_file(path, examples.encode_examples(chosen))
    click.echo(f"{len(chosen)} examples: {path}")


def _list_games_with_examples() -> list[Ruleset]:
    """Return the presets and the featured games, without games of the same rules."""
    from carnage.web.home.featured import list_featured_games

    rulesets = [preset.ruleset for preset in list_presets()]
    rulesets += [ruleset for ruleset, _ in list_featured_games()]
    by_rules = {(ruleset.book.code, ruleset.canonical_seed): ruleset for ruleset in rulesets}
    return list(by_rules.values())
