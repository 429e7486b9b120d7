"""Reading what was typed: which game, which bots. Needs no engine, so that a slip is told at once."""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import parse_qs, urlsplit

import click

from carnage import own_names
from carnage.own_names import Own
from carnage.ruleset import GamePathError, Ruleset, named

SITE_EXAMPLE = "https://carnage.example"
MAX_SITE_LENGTH = 200
MAX_PORT = 65_535
_LABEL = r"[^\W_](?:[\w-]*[^\W_])?"
_SITE = re.compile(
    rf"https?://(?:{_LABEL}(?:\.{_LABEL})*\.?|\[[0-9a-f:]+(?:\.[0-9.]+)?\])(?::(?P<port>[0-9]{{1,5}}))?"
    r"(?:/[A-Za-z0-9._~/-]*)?",
    re.IGNORECASE,
)
LIKE_THIS = "such as classic/243856987615781, or its address on the site"


def ruleset(text: str) -> Ruleset:
    """The game that a path (`classic/…`, `/classic/…`) or a whole URL names, under the name that it carries.

    Raises click.UsageError, or GameNameError for a name that cannot be used.
    """
    path, query = _split(text)
    try:
        return named(path, query.get("name", [""])[0], LIKE_THIS)
    except GamePathError as error:
        raise click.UsageError(str(error)) from None


def own(text: str, given: str, ruleset: Ruleset) -> Own:
    """Names of somebody's own: those that were `given`, typed out or as the name of a file, or else those
    that the game's address has. Raises OwnNameError."""
    return own_names.typed(said, ruleset.book) if (said := given or _carried(text)) else ()


def site(text: str) -> str:
    """Return the address of a site; empty for none. Raise click.UsageError for any other text."""
    if not text:
        return ""
    match = _SITE.fullmatch(text)
    if match is None or int(match["port"] or 0) > MAX_PORT or len(text) > MAX_SITE_LENGTH:
        raise click.UsageError(
            f"--site {_shown(text)} is no address of a site. Give one such as {SITE_EXAMPLE}."
        )
    return text


def _carried(text: str) -> str:
    _, query = _split(text)
    return query.get("own", [""])[0]


def _split(text: str) -> tuple[str, dict[str, list[str]]]:
    """The path of what was typed and its query; an address must be one of the web."""
    if "://" not in text:
        return text, {}
    try:
        parts = urlsplit(text)
        if parts.scheme.lower() in ("http", "https") and parts.netloc:
            return parts.path, parse_qs(parts.query, max_num_fields=20)
    except ValueError:
        pass
    raise click.UsageError(f"{_shown(text)} is no address of a game. Give one {LIKE_THIS}.")


def _shown(text: str) -> str:
    """What was typed, short and in one line."""
    return repr(text if len(text) <= 60 else text[:57] + "…")


def bots(text: str) -> tuple[str, ...]:
    """Names with commas between them; which there are, and how many may play, the engine says."""
    names = [name.strip() for name in text.split(",")]
    if not all(names):
        raise click.UsageError(
            f"{_shown(text)} names no bots. Give some with commas between them, such as greedy,random."
        )
    return tuple(names)


def settings(given: Mapping[str, str | None]) -> dict[str, tuple[str, ...]]:
    """What was said of settings, each a text with commas in it; nothing for one of which nothing was said."""
    return {
        name: tuple(value.strip() for value in text.split(","))
        for name, text in given.items()
        if text is not None
    }
