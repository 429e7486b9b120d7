"""Parse games, bots and settings from the command line.

This module does not import the engine, so that errors are reported at once.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import click

from carnage.cli.shared_options import RULES_KEY
from carnage.rulesets import custom_names
from carnage.rulesets.address import AddressError, read_address, read_game, shorten
from carnage.rulesets.custom_names import CustomNames
from carnage.rulesets.house_rules import SEPARATOR, VALUE_SEPARATOR, change_rules
from carnage.rulesets.ruleset import Ruleset

BASE_URL_EXAMPLE = "https://carnage.example"
MAX_BASE_URL_LENGTH = 200
MAX_PORT = 65_535
_LABEL = r"[^\W_](?:[\w-]*[^\W_])?"
_BASE_URL = re.compile(
    rf"https?://(?:{_LABEL}(?:\.{_LABEL})*\.?|\[[0-9a-f:]+(?:\.[0-9.]+)?\])(?::(?P<port>[0-9]{{1,5}}))?"
    r"(?:/[A-Za-z0-9._~/-]*)?",
    re.IGNORECASE,
)


def parse_game(text: str, *, is_other: bool = False) -> Ruleset:
    """Return the game of a path or URL, with its house rules.

    House rules of the option `--rule` replace those in the URL.

    Args:
        text: The path or URL.
        is_other: The game is not the one that `--rule` changes.

    Raises:
        click.UsageError: The text does not name a game.
        GameNameError: The name in the URL cannot be used.
        HouseRuleError: A house rule is not possible in this game.
    """
    try:
        ruleset = read_game(text)
    except AddressError as error:
        raise click.UsageError(error.describe()) from None
    rules = given_rules()
    return change_rules(ruleset, rules) if rules and not is_other else ruleset


def given_rules() -> str:
    """Return the house rules of the option `--rule` as an address has them; empty for none."""
    context = click.get_current_context(silent=True)
    rules = context.meta.get(RULES_KEY, ()) if context else ()
    return SEPARATOR.join(rule.replace("=", VALUE_SEPARATOR, 1) for rule in rules)


def read_query_text(url: str, name: str) -> str:
    """Return a parameter of the query in a game's URL, or "" if it is missing."""
    address = read_address(url)
    if address is None:
        return ""
    return address.fields.get(name, "")


def read_query_number(url: str, name: str) -> int:
    """Return a number in the query of a game's URL, or 0 if it is missing.

    Raises:
        click.UsageError: The value is not a number.
    """
    value = read_query_text(url, name) or "0"
    if not re.fullmatch("[0-9]{1,18}", value):
        raise click.UsageError(
            f"{name}={value} in the address is not a number. Give one such as {name}=7."
        )
    return int(value)


def parse_custom_names(text: str, game_id: str, ruleset: Ruleset) -> CustomNames:
    """Return custom names from a text or the file of this name, or else from the game's URL.

    Args:
        text: The value of `--custom-names`; "" if it is not given.
        game_id: The path or URL of the game.
        ruleset: The game.

    Raises:
        CustomNameError: A name is invalid, or the file does not exist.
    """
    names = text or read_query_text(game_id, "own")
    if not names:
        return ()
    return custom_names.parse_names_or_file(names, ruleset.book)


def parse_setting(text: str, game_id: str) -> str:
    """Return the setting of an option, or else of a game's URL; "" if neither names one.

    Args:
        text: The value of `--setting`; "" if it is not given.
        game_id: The path or URL of the game.
    """
    return text or read_query_text(game_id, "setting")


def parse_base_url(text: str) -> str:
    """Return the URL of a site, or "" if it is empty. Raise click.UsageError if it is not a URL."""
    if not text:
        return ""
    match = _BASE_URL.fullmatch(text)
    is_valid = (
        match is not None
        and int(match["port"] or 0) <= MAX_PORT
        and len(text) <= MAX_BASE_URL_LENGTH
    )
    if not is_valid:
        raise click.UsageError(
            f"--base-url {shorten(text)} is not the address of a site. Give one such as "
            f"{BASE_URL_EXAMPLE}."
        )
    return text


def parse_bots(text: str) -> tuple[str, ...]:
    """Return the names of bots, which are separated by commas.

    The engine checks later which bots exist and how many can play.

    Raises:
        click.UsageError: A name is empty.
    """
    names = [name.strip() for name in text.split(",")]
    if not all(names):
        raise click.UsageError(
            f"--bots {shorten(text)} has an empty name. Give names separated by commas, such as "
            "greedy,random."
        )
    return tuple(names)


def parse_settings(texts: Mapping[str, str | None]) -> dict[str, tuple[str, ...]]:
    """Return the values of settings by player, from texts separated by commas.

    Args:
        texts: The text of each setting by its name; None if it is not given.
    """
    settings = {}
    for name, text in texts.items():
        if text is not None:
            settings[name] = tuple(value.strip() for value in text.split(","))
    return settings
