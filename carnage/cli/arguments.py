"""Parse games, bots and settings from the command line.

This module does not import the engine, so that errors are reported at once.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import click

from carnage.rulesets import custom_names
from carnage.rulesets.address import AddressError, read_address, read_game, shorten
from carnage.rulesets.custom_names import Own
from carnage.rulesets.ruleset import Ruleset

SITE_EXAMPLE = "https://carnage.example"
MAX_SITE_LENGTH = 200
MAX_PORT = 65_535
_LABEL = r"[^\W_](?:[\w-]*[^\W_])?"
_SITE = re.compile(
    rf"https?://(?:{_LABEL}(?:\.{_LABEL})*\.?|\[[0-9a-f:]+(?:\.[0-9.]+)?\])(?::(?P<port>[0-9]{{1,5}}))?"
    r"(?:/[A-Za-z0-9._~/-]*)?",
    re.IGNORECASE,
)


def ruleset(text: str) -> Ruleset:
    """Return the game of a path or URL, with the name in the URL.

    Raises:
        click.UsageError: The text does not name a game.
        GameNameError: The name in the URL cannot be used.
    """
    try:
        return read_game(text)
    except AddressError as error:
        near = " or ".join(address.path.removeprefix("/") for address in error.near)
        raise click.UsageError(f"{error} Did you mean {near}?" if near else str(error)) from None


def field(text: str, name: str) -> str:
    """Return a field of the query in a game's URL, or "" if it is missing."""
    address = read_address(text)
    return address.fields.get(name, "") if address else ""


def number(text: str, name: str) -> int:
    """Return a number in the query of a game's URL, or 0 if it is missing.

    Raises:
        click.UsageError: The value is not a number.
    """
    value = field(text, name) or "0"
    if not re.fullmatch("[0-9]{1,18}", value):
        raise click.UsageError(f"{name}={value} in the address is no number, such as {name}=7.")
    return int(value)


def own(text: str, given: str, ruleset: Ruleset) -> Own:
    """Return custom names from `given`, which is text or a file name, or else from the game's URL.

    Raises:
        OwnNameError: A name is invalid, or the file does not exist.
    """
    if said := given or field(text, "own"):
        return custom_names.typed(said, ruleset.book)
    return ()


def site(text: str) -> str:
    """Return the URL of a site, or "" if it is empty. Raise click.UsageError if it is not a URL."""
    if not text:
        return ""
    match = _SITE.fullmatch(text)
    if match is None or int(match["port"] or 0) > MAX_PORT or len(text) > MAX_SITE_LENGTH:
        raise click.UsageError(
            f"--base-url {shorten(text)} is no address of a site. Give one such as {SITE_EXAMPLE}."
        )
    return text


def bots(text: str) -> tuple[str, ...]:
    """Return the names of bots, which are separated by commas.

    The engine checks later which bots exist and how many can play.

    Raises:
        click.UsageError: A name is empty.
    """
    names = [name.strip() for name in text.split(",")]
    if not all(names):
        raise click.UsageError(
            f"{shorten(text)} names no bots. Give some with commas between them, such as "
            "greedy,random."
        )
    return tuple(names)


def settings(given: Mapping[str, str | None]) -> dict[str, tuple[str, ...]]:
    """Return the values of the given settings by player, from texts separated by commas."""
    return {
        name: tuple(value.strip() for value in text.split(","))
        for name, text in given.items()
        if text is not None
    }
