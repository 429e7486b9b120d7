"""The form for custom names of sides, figures and weapons, on pages, on paper and in files.

Short names become part of the game's address. With long names the response is the game itself, and
a script keeps them on the visitor's shelf.
"""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, Response, make_response, render_template, request

from carnage.printing import PAPERS, RULES, SINGLE, find_missing_characters
from carnage.rulesets.custom_names import (
    MAX_NAME_LENGTH,
    CustomNameError,
    CustomNames,
    Nameable,
    clean_names,
    fits_in_url,
    format_names,
    list_nameable,
)
from carnage.rulesets.ruleset import Ruleset
from carnage.rulesets.world_names import choose_names
from carnage.web.games.links import LinkState, game_url, read_game
from carnage.web.games.printing import respond_with_pdf
from carnage.web.games.views import respond_with_game
from carnage.web.http import mark_noindex
from carnage.web.params import find_book, redirect_to

custom_name_pages = Blueprint("own_names", __name__)

FORMAT_LABELS = {"": "Show game", "pdf": "PDF", "html": "Web page", "md": "Markdown"}
"""Labels of the buttons that put the names into a format, by the ending of its address."""
KIND_LABELS = {"side": "Sides", "figure": "Figures", "weapon": "Weapons"}


@custom_name_pages.get("/own/<path>/<digits>")
def show_form(path: str, digits: str) -> Response:
    """Return the form with the names in the address."""
    ruleset, carried = read_game(find_book(path), digits)
    return _render_form(ruleset, carried, dict(carried.own), {})


@custom_name_pages.post("/own/<path>/<digits>")
def apply_names(path: str, digits: str) -> Response:
    """Redirect to the game under these names; return the form again if one of them is invalid.

    Return it also before a PDF in which boxes stand for characters that the form has not warned of.
    """
    ruleset, carried = read_game(find_book(path), digits)
    things = list_nameable(ruleset)
    typed = {each.code: request.form.get(each.code, "") for each in things}
    own, wrong = _validate_names(ruleset, typed)
    if wrong:
        return _render_form(ruleset, carried, typed, wrong, 400)
    ending = request.form.get("as", "")
    ending = ending if ending in FORMAT_LABELS else ""
    if ending == "pdf":
        missing = find_missing_characters(ruleset.name + format_names(own))
        if not set(missing) <= set(request.form.get("seen", "")):
            return _render_form(ruleset, carried, typed, {})
    carried = replace(carried, own=own)
    if fits_in_url(own):
        seed = f"{ruleset.seed.digits}{'.' if ending else ''}{ending}"
        return mark_noindex(redirect_to(game_url(ruleset.book, seed, carried)), "no-store")
    if ending == "pdf":
        return mark_noindex(
            respond_with_pdf(ruleset, carried, RULES, PAPERS[0], SINGLE), "no-store"
        )
    return mark_noindex(respond_with_game(ruleset, carried, ending), "no-store")


def _validate_names(ruleset: Ruleset, typed: dict[str, str]) -> tuple[CustomNames, dict[str, str]]:
    """Return the names, and the errors of invalid ones by code."""
    wrong = {}
    for code, text in typed.items():
        try:
            clean_names({code: text}, ruleset.book)
        except CustomNameError as error:
            wrong[code] = str(error)
    return (() if wrong else clean_names(typed, ruleset.book)), wrong


def _render_form(
    ruleset: Ruleset,
    carried: LinkState,
    typed: dict[str, str],
    wrong: dict[str, str],
    status: int = 200,
) -> Response:
    groups: dict[str, list[Nameable]] = {}
    for each in list_nameable(ruleset):
        groups.setdefault(KIND_LABELS[each.kind], []).append(each)
    page = render_template(
        "games/own_names.html",
        ruleset=ruleset,
        carried=carried,
        back=replace(carried, own=()),
        usual=dict(choose_names(ruleset, (), carried.world)),
        groups=groups,
        typed=typed,
        wrong=wrong,
        forms=FORMAT_LABELS,
        limit=MAX_NAME_LENGTH,
    )
    return mark_noindex(make_response(page, status), "no-store" if wrong else "no-cache")
