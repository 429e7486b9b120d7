"""The drawings of a rulebook for print: the same SVG as on pages, with a simpler style sheet.

The typesetter knows classes and inherited properties, but not the variables, `:is()` and mixed
colours of `drawing.css`. Their values on white paper are computed here, once.
"""

from __future__ import annotations

import html
import re
from functools import cache
from itertools import product
from typing import NamedTuple

from carnage.common import assets
from carnage.drawing.standalone import embed_style

_DESCRIPTION = re.compile(r"<title\b[^>]*>(.*?)</title>\s*<desc\b[^>]*>(.*?)</desc>", re.DOTALL)
_VIEW_BOX = re.compile(r'viewBox="\S+ \S+ (\S+) (\S+)"')
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_VARIABLE_DEFINITION = re.compile(r"(--[\w-]+):\s*([^;]+);")
_VARIABLE_USE = re.compile(r"var\((--[\w-]+)(?:,\s*((?:[^()]|\([^()]*\))*))?\)")
_COLOR_MIX = re.compile(r"color-mix\(in srgb, (\S+) (\d+)%, (\S+)\)")
_OWNER = re.compile(r"\.owner-(\d)\b")
_IS_SELECTOR = re.compile(r":is\(([^()]*)\)")
SIDE_VARIABLE = "--side"


class Drawing(NamedTuple):
    """A drawing as a separate SVG file, its description, and its width divided by its height."""

    svg: str
    description: str
    ratio: float


def make_printable(svg: str) -> Drawing:
    """Return a drawing for paper."""
    description = _DESCRIPTION.search(svg)
    view = _VIEW_BOX.search(svg)
    return Drawing(
        embed_style(svg, build_style()),
        ". ".join(html.unescape(part).strip().rstrip(".") for part in description.groups() if part)
        + "."
        if description
        else "",
        float(view[1]) / float(view[2]) if view else 1.0,
    )


@cache
def build_style() -> str:
    """Return the style sheet of drawings as rules of classes alone, in the colours of white
    paper.
    """
    sheet = _COMMENT.sub("", assets.drawing_css())
    for_print = sheet[sheet.index("@media print") :]
    first = sheet[: sheet.index("@media")]
    paper = for_print[: for_print.index("}\n}")]
    variables = {
        **dict(_VARIABLE_DEFINITION.findall(first)),
        **dict(_VARIABLE_DEFINITION.findall(paper)),
    }
    variables["--text"] = "Vollkorn"
    sheet = for_print[for_print.index("}\n}") + 3 :]
    owners = {
        owner: _substitute_variables(value.strip(), variables)
        for selectors, body in _RULE.findall(sheet)
        for owner in _OWNER.findall(selectors)
        for key, value in _VARIABLE_DEFINITION.findall(body)
        if key == SIDE_VARIABLE
    }
    return "\n".join(
        line
        for selectors, body in _RULE.findall(sheet)
        if ":root" not in selectors and f"{SIDE_VARIABLE}:" not in body
        for line in _expand_rule(selectors.strip(), body.strip(), variables, owners)
    )


def _expand_rule(
    selectors: str, body: str, variables: dict[str, str], owners: dict[str, str]
) -> list[str]:
    """Return a rule for nobody's things, or one for each side if it has a side's colour."""
    simple = ", ".join(
        part for selector in _split_selectors(selectors) for part in _expand_alternatives(selector)
    )
    lines = []
    owner_match = _OWNER.search(simple)
    if owner_match:
        values = {**variables, SIDE_VARIABLE: owners[owner_match[1]]}
    else:
        values = variables
    lines.append(f"{simple} {{ {_compute_colors(_substitute_variables(body, values), values)} }}")
    if not owner_match and (
        SIDE_VARIABLE in body.replace(f"{SIDE_VARIABLE}-", "")
        or ("currentcolor" in body and "color-mix" in body)
    ):
        for owner, colour in owners.items():
            owned = ", ".join(
                owned_part
                for part in simple.split(", ")
                for owned_part in _owner_selectors(part, owner)
            )
            values = {**variables, SIDE_VARIABLE: colour}
            lines.append(
                f"{owned} {{ {_compute_colors(_substitute_variables(body, values), values)} }}"
            )
    return lines


def _split_selectors(selectors: str) -> list[str]:
    """Return selectors with commas between them, but not those in brackets."""
    return [part.strip() for part in re.split(r",(?![^()]*\))", selectors)]


def _expand_alternatives(selector: str) -> list[str]:
    """Return a selector for each alternative of `:is()`."""
    pieces = _IS_SELECTOR.split(selector)
    choices = [re.split(r",\s*", piece) if at % 2 else [piece] for at, piece in enumerate(pieces)]
    return ["".join(parts) for parts in product(*choices)]


def _owner_selectors(selector: str, owner: str) -> list[str]:
    """Return the selectors for a side's things: its groups, and everything in them."""
    first, space, rest = selector.partition(" ")
    return [f".owner-{owner} {selector}", f"{first}.owner-{owner}{space}{rest}"]


def _substitute_variables(value: str, variables: dict[str, str]) -> str:
    while (use := _VARIABLE_USE.search(value)) is not None:
        value = value.replace(use[0], variables.get(use[1], use[2] or "inherit"))
    return value


def _compute_colors(body: str, variables: dict[str, str]) -> str:
    """Return a value with mixed colours computed."""
    current = variables.get(SIDE_VARIABLE, variables["--ink"])

    def mixed(match: re.Match[str]) -> str:
        one = match[1]
        share = int(match[2]) / 100
        other = match[3]
        one = current if one.lower() == "currentcolor" else one
        pairs = zip(
            _parse_channels(_substitute_variables(one, variables)),
            _parse_channels(other),
            strict=True,
        )
        return "#" + "".join(f"{round(a * share + b * (1 - share)):02x}" for a, b in pairs)

    return _COLOR_MIX.sub(mixed, body).replace("currentcolor", "currentColor")


def _parse_channels(color: str) -> tuple[int, ...]:
    digits = color.lstrip("#")
    if len(digits) == 3:
        digits = "".join(2 * digit for digit in digits)
    return tuple(int(digits[at : at + 2], 16) for at in (0, 2, 4))
