"""Options and arguments that several commands have."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from carnage import catalog
from carnage.catalog.settings import Setting
from carnage.cli.renamed_option import RenamedOption
from carnage.common.text_format import capitalize

FILE = click.Path(dir_okay=False, path_type=Path)
FOLDER = click.Path(file_okay=False, path_type=Path)

SETTING_OPTIONS = {"hands": "dexterity"}
"""The options that differ from the names of their settings, which are stored with games."""

RULES_KEY = "carnage.rules"  # of the house rules in the context of a command


def _store_rules(context: click.Context, _: click.Parameter, rules: tuple[str, ...]) -> None:
    context.meta[RULES_KEY] = rules


RULES = click.option(
    "--rule",
    multiple=True,
    expose_value=False,
    callback=_store_rules,
    metavar="NAME=NUMBER",
    help="Change a number of the game by a house rule, such as morale.distance=8; may be repeated.",
)


def GAME(function: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the argument ID and the option `--rule`."""
    return click.argument("game_id", metavar="ID")(RULES(function))


BOTS = click.option(
    "--bots",
    default="greedy",
    show_default=True,
    help="The bots by seat, separated by commas: random, easy, greedy, planner, or another bot "
    "that plays the game, such as exact. The last bot also takes the remaining seats.",
)
CUSTOM_NAMES = click.option(
    "--custom-names",
    cls=RenamedOption,
    old_name="--own",
    default="",
    metavar="FILE or TEXT",
    help="Names for sides, figures and weapons: a text, such as captain~Grub*rifle~Bow, or a file "
    "with a line such as captain = Grub for each.",
)
SETTING = click.option(
    "--setting",
    default="",
    metavar="ID",
    help="The world of the game, such as smugglers, or none for the plain book.  [default: that of "
    "the URL, or of the game's name]",
)
EXAMPLE = click.option(
    "--example",
    "with_example",
    is_flag=True,
    help="Play games with bots, and add the turns that show most rules as an example of play.",
)
JSON = click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON object instead of text."
)


class CommandWithSettings(click.Command):
    """A command with an option for each setting of the families of games."""

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return the parameters of the command, with the settings before `--help`."""
        options = [_make_setting_option(setting) for setting in catalog.settings()]
        *command_options, help_option = super().get_params(ctx)
        return [*command_options, *options, help_option]


def _make_setting_option(setting: Setting) -> click.Option:
    """Return the option for a setting of the players."""
    values = ", ".join(setting.values)
    option_name = SETTING_OPTIONS.get(setting.name, setting.name)
    help_text = (
        f"{capitalize(option_name)} of each player, separated by commas: {values}. The last value "
        f"also counts for the remaining players.  [default: {setting.usual}]"
    )
    if option_name == setting.name:
        return click.Option([f"--{setting.name}"], help=help_text)
    return RenamedOption(
        [f"--{option_name}", setting.name], old_name=f"--{setting.name}", help=help_text
    )
