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

_DESC = re.compile(r"<title\b[^>]*>(.*?)</title>\s*<desc\b[^>]*>(.*?)</desc>", re.DOTALL)
_VIEW = re.compile(r'viewBox="\S+ \S+ (\S+) (\S+)"')
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_SET = re.compile(r"(--[\w-]+):\s*([^;]+);")
_USED = re.compile(r"var\((--[\w-]+)(?:,\s*((?:[^()]|\([^()]*\))*))?\)")
_MIX = re.compile(r"color-mix\(in srgb, (\S+) (\d+)%, (\S+)\)")
_OWNER = re.compile(r"\.owner-(\d)\b")
_SUM = re.compile(r":is\(([^()]*)\)")
SIDE = "--side"


class Drawing(NamedTuple):
    """A drawing as a separate SVG file, its description, and its width divided by its height."""

    svg: str
    told: str
    ratio: float


def make_printable(svg: str) -> Drawing:
    """Return a drawing for paper."""
    told = _DESC.search(svg)
    view = _VIEW.search(svg)
    return Drawing(
        embed_style(svg, style()),
        ". ".join(html.unescape(part).strip().rstrip(".") for part in told.groups() if part) + "."
        if told
        else "",
        float(view[1]) / float(view[2]) if view else 1.0,
    )


@cache
def style() -> str:
    """Return the style sheet of drawings as rules of classes alone, in the colours of white
    paper.
    """
    sheet = _COMMENT.sub("", assets.drawing_css())
    for_print = sheet[sheet.index("@media print") :]
    first = sheet[: sheet.index("@media")]
    paper = for_print[: for_print.index("}\n}")]
    variables = {**dict(_SET.findall(first)), **dict(_SET.findall(paper))}
    variables["--text"] = "Vollkorn"
    sheet = for_print[for_print.index("}\n}") + 3 :]
    owners = {
        owner: _filled(value.strip(), variables)
        for selectors, body in _RULE.findall(sheet)
        for owner in _OWNER.findall(selectors)
        for key, value in _SET.findall(body)
        if key == SIDE
    }
    return "\n".join(
        line
        for selectors, body in _RULE.findall(sheet)
        if ":root" not in selectors and f"{SIDE}:" not in body
        for line in _plain(selectors.strip(), body.strip(), variables, owners)
    )


def _plain(
    selectors: str, body: str, variables: dict[str, str], owners: dict[str, str]
) -> list[str]:
    """Return a rule for nobody's things, or one for each side if it has a side's colour."""
    simple = ", ".join(each for selector in _apart(selectors) for each in _spread(selector))
    lines = []
    own = _OWNER.search(simple)
    if own:
        bare = {**variables, SIDE: owners[own[1]]}
    else:
        bare = variables
    lines.append(f"{simple} {{ {_coloured(_filled(body, bare), bare)} }}")
    if not own and (
        SIDE in body.replace(f"{SIDE}-", "") or ("currentcolor" in body and "color-mix" in body)
    ):
        for owner, colour in owners.items():
            owned = ", ".join(each for part in simple.split(", ") for each in _owned(part, owner))
            theirs = {**variables, SIDE: colour}
            lines.append(f"{owned} {{ {_coloured(_filled(body, theirs), theirs)} }}")
    return lines


def _apart(selectors: str) -> list[str]:
    """Return selectors with commas between them, but not those in brackets."""
    return [part.strip() for part in re.split(r",(?![^()]*\))", selectors)]


def _spread(selector: str) -> list[str]:
    """Return a selector for each alternative of `:is()`."""
    pieces = _SUM.split(selector)
    choices = [re.split(r",\s*", piece) if at % 2 else [piece] for at, piece in enumerate(pieces)]
    return ["".join(parts) for parts in product(*choices)]


def _owned(selector: str, owner: str) -> list[str]:
    """Return the selectors for a side's things: its groups, and everything in them."""
    first, space, rest = selector.partition(" ")
    return [f".owner-{owner} {selector}", f"{first}.owner-{owner}{space}{rest}"]


def _filled(value: str, variables: dict[str, str]) -> str:
    while (used := _USED.search(value)) is not None:
        value = value.replace(used[0], variables.get(used[1], used[2] or "inherit"))
    return value


def _coloured(body: str, variables: dict[str, str]) -> str:
    """Return a value with mixed colours computed."""
    current = variables.get(SIDE, variables["--ink"])

    def mixed(match: re.Match[str]) -> str:
        one = match[1]
        share = int(match[2]) / 100
        other = match[3]
        one = current if one.lower() == "currentcolor" else one
        pairs = zip(_channels(_filled(one, variables)), _channels(other), strict=True)
        return "#" + "".join(f"{round(a * share + b * (1 - share)):02x}" for a, b in pairs)

    return _MIX.sub(mixed, body).replace("currentcolor", "currentColor")


def _channels(colour: str) -> tuple[int, ...]:
    digits = colour.lstrip("#")
    if len(digits) == 3:
        digits = "".join(2 * digit for digit in digits)
    return tuple(int(digits[at : at + 2], 16) for at in (0, 2, 4))
