"""A game to take away: its rulebook as Markdown, JSON or one HTML file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import msgspec
from flask import Response, current_app

from carnage.rulebook import Rulebook, build_rulebook
from carnage.rulesets.ruleset import Ruleset
from carnage.web.errors import Advice, HttpProblem
from carnage.web.games.links import LinkState, file_name, game_url

TYPES = {"md": "text/markdown", "json": "application/json", "html": "text/html"}
"""The content types of the forms of a game by the ending of their addresses."""

OTHER_ENDINGS = ("pdf", "png")


def check_ending(ending: str) -> None:
    """Raise HttpProblem (404) for the ending of an address that is no form of a game."""
    if ending not in TYPES:
        advice = Advice("game_forms", endings=[*TYPES, *OTHER_ENDINGS])
        raise HttpProblem(404, "Unknown file type", advice)


def export_game(ruleset: Ruleset, carried: LinkState, ending: str) -> Response:
    """Return a game in one of its forms."""
    site = current_app.config["ADDRESS"]
    given = replace(carried, name=ruleset.given_name, keep=(), wish="")
    address = site + game_url(ruleset.book, ruleset.seed.digits, given) if site else ""
    body = _EXPORTERS[ending](build_rulebook(ruleset, carried.own, carried.world), address)
    response = Response(body, content_type=f"{TYPES[ending]}; charset=utf-8")
    disposition = "inline" if ending == "json" else "attachment"
    name = file_name(ruleset, f".{ending}")
    response.headers["Content-Disposition"] = f'{disposition}; filename="{name}"'
    return response


_EXPORTERS: Mapping[str, Callable[[Rulebook, str], str | bytes]] = {
    "md": lambda rulebook, address: rulebook.markdown(address),
    "json": lambda rulebook, _: (
        msgspec.json.format(msgspec.json.encode(rulebook.json()), indent=2) + b"\n"
    ),
    "html": lambda rulebook, address: rulebook.html(address=address),
}
