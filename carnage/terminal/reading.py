"""Read games, bots and settings that were typed. It needs no engine, so that errors are reported at once."""

from __future__ import annotations

import re
from collections.abc import Mapping

import click

from carnage import own_names
from carnage.own_names import Own
from carnage.ruleset import Ruleset
from carnage.rulesets.address import AddressError, read_address, read_game, shorten

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
    """Return the game that a path or an address names, under the name that it carries.

    Raises click.UsageError, or GameNameError for a name that cannot be used.
    """
    try:
        return read_game(text)
    except AddressError as error:
        near = " or ".join(address.path.removeprefix("/") for address in error.near)
        raise click.UsageError(f"{error} Did you mean {near}?" if near else str(error)) from None


def field(text: str, name: str) -> str:
    """Return a field of the query in a game's address; "" if it has none."""
    address = read_address(text)
    return address.fields.get(name, "") if address else ""


def number(text: str, name: str) -> int:
    """Return a number in the query of a game's address; 0 if it has none. Raise click.UsageError."""
    value = field(text, name) or "0"
    if not re.fullmatch("[0-9]{1,18}", value):
        raise click.UsageError(f"{name}={value} in the address is no number, such as {name}=7.")
    return int(value)


def own(text: str, given: str, ruleset: Ruleset) -> Own:
    """Return custom names: those `given`, as text or as the name of a file, or those of the game's address.

    Raises OwnNameError.
    """
    return own_names.typed(said, ruleset.book) if (said := given or field(text, "own")) else ()


def site(text: str) -> str:
    """Return the address of a site; empty for none. Raise click.UsageError for any other text."""
    if not text:
        return ""
    match = _SITE.fullmatch(text)
    if match is None or int(match["port"] or 0) > MAX_PORT or len(text) > MAX_SITE_LENGTH:
        raise click.UsageError(
            f"--site {shorten(text)} is no address of a site. Give one such as {SITE_EXAMPLE}."
        )
    return text


def bots(text: str) -> tuple[str, ...]:
    """Return names with commas between them; the engine checks which there are and how many may play."""
    names = [name.strip() for name in text.split(",")]
    if not all(names):
        raise click.UsageError(
            f"{shorten(text)} names no bots. Give some with commas between them, such as greedy,random."
        )
    return tuple(names)


def settings(given: Mapping[str, str | None]) -> dict[str, tuple[str, ...]]:
    """Return the values of the settings that were given, each a text with commas between the players."""
    return {
        name: tuple(value.strip() for value in text.split(","))
        for name, text in given.items()
        if text is not None
    }
