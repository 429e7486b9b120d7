"""Convert a rulebook to the data of the template `rulebook.typ`, and choose its type size."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, NamedTuple
from urllib.parse import quote_plus

from carnage.drawing.paper_style import Drawing
from carnage.printing.blocks import BOX, Block, blocks, link_addresses, plain
from carnage.printing.booklets import A_SHEET
from carnage.printing.drawings import list_drawings
from carnage.printing.name_placeholders import SignedNaming
from carnage.printing.pdf_links import crossed
from carnage.printing.qr_codes import code
from carnage.printing.typesetting import SIGNS, Pages, readable
from carnage.rulebook import Chapter, Part, Rulebook, Section
from carnage.rulebook.markdown_export import UNNAMED_PARTS, render_part, render_section
from carnage.rulesets.custom_names import CODE_SEPARATOR, NAME_SEPARATOR, format_names
from carnage.rulesets.game_names import default_name

REFERENCE = "reference"
GLOSSARY = "glossary"
CREDITS = "credits"
MOST_IN_CODE = 300  # characters of custom names in a QR code
ENOUGH = 0.4  # the smallest share of the last page of rules that should be filled
STRETCH = (
    0.7,
    1.4,
)  # growth of the type size for a growth of the text, both as shares: usually, and at times
SLACK = 0.06  # of a page, added to each estimate
LADDER = (
    0.02,
    -0.02,
    0.04,
    -0.04,
    0.06,
    -0.06,
    0.08,
    -0.08,
)  # changes of the type size that are tried if the estimates fail
TALLEST = {
    1: 0.62,
    2: 1.2,
}  # the maximum height of a drawing in column widths, by columns of a page
SMALLER = (9.0, 8.5, 8.0, 7.5, 7.1, 6.8)  # points of type, tried for a folded sheet
COMPACT: Mapping[str, Any] = {
    "cover": False,
    "contents": "",
    "columns": 2,
    "index": [],
    "reference": None,
    "title": 28.0,
}
FEW = 35  # entries of contents that fit on the cover
WIDE = 8  # columns from which on a table gets a separate page
ACROSS = 58  # letters in a column of a page; a wider table to fill in gets a separate page
TICKS = 2  # letters as wide as a checkbox
MOST_PLACES = 6  # references for one term of the index


class Paper(NamedTuple):
    """A paper size: its name in typst, measures in millimetres, number of columns, type size in
    points.
    """

    code: str
    width: float
    height: float
    margin: Mapping[str, float]
    columns: int
    size: float


PAPERS = {
    "a4": Paper("a4", 210, 297, {"x": 17, "top": 16, "bottom": 17}, 2, 9.2),
    "letter": Paper("us-letter", 215.9, 279.4, {"x": 18, "top": 15, "bottom": 17}, 2, 9.2),
    "a5": Paper("a5", 148, 210, {"x": 13, "top": 12, "bottom": 14}, 1, 8.4),
    "half-letter": Paper("us-statement", 139.7, 215.9, {"x": 12, "top": 12, "bottom": 14}, 1, 8.4),
}

HALVES = {"a4": "a5", "letter": "half-letter"}


def data(rulebook: Rulebook, paper: Paper, site: str) -> dict[str, Any]:
    """Return the data of the template for a rulebook.

    Without a `site`, the base URL such as "https://carnage.example", no address is printed.
    """
    parts: list[Part | Chapter] = [*rulebook.front, *rulebook.chapters, *rulebook.back]
    made = [_part(rulebook, part, paper.columns) for part in parts if part.id != REFERENCE]
    if rulebook.unused:
        last = next(each for each in made if each["id"] == rulebook.chapters[-1].id)
        last["after"] = [{"kind": "p", "runs": [rulebook.unused_text]}]
    back = {part.id for part in rulebook.back}
    sheets = [part for part in made if part["id"] in back and _is_wide(part)]
    flow = [part for part in made if part not in sheets]
    reference = next(
        (_part(rulebook, part, paper.columns) for part in rulebook.back if part.id == REFERENCE),
        None,
    )
    entries = sum(1 + len(part["sections"]) for part in flow)
    picture = next(
        (each for part in rulebook.front for each in list_drawings(part, rulebook.naming)), None
    )
    about = addressed(rulebook, site)
    edition = about["edition"]
    return {
        **about,
        "pitch": rulebook.pitch,
        "tags": rulebook.tags,
        "summary": [*rulebook.summary, ("Book", edition)],
        "seed": ("Seed", _seed(rulebook)),
        "kicker": f"Carnage · {edition}",
        "groups": rulebook.seed_groups,
        "paper": paper.code,
        "margin": paper.margin,
        "columns": paper.columns,
        "size": paper.size,
        "title": _title_size(rulebook.name, paper),
        "cover": True,
        "contents": "cover" if entries <= FEW else "page",
        "picture": picture._asdict() if picture else None,
        "flow": flow,
        "sheets": sheets,
        "reference": reference,
        "index": list(_index(rulebook)),
        "digits": {
            f"at-{each.id}": each.digits for part in rulebook.chapters for each in part.sections
        },
        "words": {"index": "Index"},
    }


def addressed(rulebook: Rulebook, site: str) -> dict[str, Any]:
    """Return the data of the page footer: the game's name, book and address, and the address as
    a QR code.
    """
    ruleset = rulebook.ruleset
    book = ruleset.book
    own = ""
    if rulebook.naming:
        own = format_names(rulebook.naming.own)
    carried = {
        "name": "" if ruleset.name == default_name(book, ruleset.seed) else ruleset.name,
        "own": own if len(own) <= MOST_IN_CODE else "",
    }
    fields = [
        f"{key}={quote_plus(value, NAME_SEPARATOR + CODE_SEPARATOR)}"
        for key, value in carried.items()
        if value
    ]
    given = f"?{'&'.join(fields)}" if fields else ""
    address = ""
    if site:
        address = site.rstrip("/") + ruleset.path + given
    return {
        "name": readable(rulebook.name),
        "edition": f"{book.title}, edition {book.edition}{'' if book.frozen else ' (draft)'}",
        "address": address,
        "shown": readable(address.partition("://")[2].partition("?")[0]),
        "code": code(address) if address else "",
        SIGNS: rulebook.naming.signs if isinstance(rulebook.naming, SignedNaming) else None,
    }


def pages(rulebook: Rulebook, paper: Paper, site: str, folded: bool = False) -> Pages:
    """Return the typeset rulebook.

    The type size is changed slightly if the last page of rules would be almost empty. If `folded`,
    a short rulebook is set without a cover, on one folded sheet if the type is large enough to
    read.
    """
    made = data(rulebook, paper, site)
    if folded and made["contents"] == "cover":
        compact = _compact(made)
        for size in SMALLER:
            tried = Pages("rulebook.typ", {**compact, "size": size})
            if tried.count() <= A_SHEET:
                return tried
    return Pages("rulebook.typ", {**made, "size": _size(made, paper)})


def _size(made: Mapping[str, Any], paper: Paper) -> float:
    """Return the type size in points that fills the last page of rules enough, or the best one
    tried.
    """
    # Parts on separate pages take half of the time, and do not move the last page of rules.
    rules = {**made, "sheets": [], "reference": None}
    usual = Pages("rulebook.typ", rules)
    filled = {paper.size: _filled(usual, paper)}
    over = filled[paper.size]
    length = usual.told("flow-end")[0]["page"]
    # Either the last page is emptied into the pages before it, or filled from them. The estimate
    # fails for unbreakable blocks, such as drawings: then the sizes of LADDER are tried.
    steps = (-(over + SLACK) / length, (ENOUGH + SLACK - over) / length)
    reckoned = [stretch * step for stretch, step in product(STRETCH, sorted(steps, key=abs))]
    for larger in (*reckoned, *LADDER):
        if max(filled.values()) >= ENOUGH:
            break
        size = round(paper.size * (1 + larger), 2)
        filled[size] = _filled(Pages("rulebook.typ", {**rules, "size": size}), paper)
    return max(filled, key=lambda size: filled[size])


def _compact(made: Mapping[str, Any]) -> dict[str, Any]:
    """Return the data for one folded sheet: no cover, no separate pages, and small drawings."""
    flow = [
        {**part, "blocks": [_smaller(block) for block in part["blocks"]]} for part in made["flow"]
    ]
    credits = [part for part in flow if part["id"] == CREDITS]
    flow = [part for part in flow if part not in credits]
    flow += [*made["sheets"], *filter(None, [made["reference"]]), *credits]
    return {**made, **COMPACT, "flow": flow, "sheets": []}


def _smaller(block: Block) -> Block:
    """Return a block with a drawing at 70 % of its width; other blocks are returned unchanged."""
    if block["kind"] == "drawing":
        return {**block, "width": block["width"] * 0.7}
    return block


def _filled(pages: Pages, paper: Paper) -> float:
    """Return the share of the last page of rules that is filled, without quick reference and
    sheets.
    """
    top = paper.margin["top"]
    foot = paper.height - paper.margin["bottom"]
    (end,) = pages.told("flow-end")
    column = 1 if end["x"] > paper.width / 2 else 0
    filled: float = (column + (end["y"] - top) / (foot - top)) / paper.columns
    for index in pages.told("index-top"):
        if index["page"] == end["page"]:
            filled += (foot - index["y"]) / (foot - top)
    return filled


def _seed(rulebook: Rulebook) -> str:
    """Return the seed, and its digits in groups."""
    return f"{rulebook.ruleset.seed} ({' '.join(rulebook.seed_groups)})"


def _title_size(name: str, paper: Paper) -> float:
    """Return the largest type size of a title in points.

    The template reduces it for a long word.
    """
    room = paper.width - 2 * paper.margin["x"]
    return room * (0.36 if len(name) <= 24 else 0.26 if len(name) <= 40 else 0.2)


def _is_wide(part: Mapping[str, Any]) -> bool:
    """Return True if a part has a table that needs the whole width of a page."""
    tables = [block for block in part["blocks"] if block["kind"] == "table"]
    return any(len(table["head"]) >= WIDE or _written_across(table) > ACROSS for table in tables)


def _written_across(table: Block) -> int:
    """Return the width in letters of a table with a column to fill in; 0 for any other table."""
    if all(map(any, zip(*table["rows"], strict=False))):
        return 0
    columns = zip(table["head"], *table["rows"], strict=False)
    return sum(2 + max(map(_longest, column)) for column in columns)


def _longest(cell: Any) -> int:
    """Return the number of letters of the longest word in a cell, with a checkbox as TICKS
    letters.
    """
    words = "".join(map(plain, cell)).split()
    return max((len(word) + (TICKS - 1) * word.count(BOX) for word in words), default=0)


def _part(rulebook: Rulebook, part: Part | Chapter, columns: int) -> dict[str, Any]:
    """Return a part or chapter as data of the template."""
    if isinstance(part, Chapter):
        sections = [_section(rulebook, section, columns) for section in part.sections]
        return {"id": part.id, "title": part.title, "blocks": [], "sections": sections}
    drawn = [_drawn(drawing, columns) for drawing in list_drawings(part, rulebook.naming)]
    # A map in characters is left out where there is a drawing of it.
    text = render_part(part, rulebook.naming)
    told = [block for block in blocks(text) if not (drawn and block["kind"] == "code")]
    if part.id in UNNAMED_PARTS:  # Texts without custom names, with the URLs of sources.
        told = link_addresses(told)
    return {
        "id": part.id,
        "title": part.title,
        "blocks": [*drawn, *crossed(rulebook.ruleset.book, told, part.id)],
        "sections": [],
    }


def _section(rulebook: Rulebook, section: Section, columns: int) -> dict[str, Any]:
    """Return a section as data of the template, its drawings after its text."""
    drawn = [_drawn(drawing, columns) for drawing in list_drawings(section, rulebook.naming)]
    text = render_section(section, rulebook.naming)
    told = crossed(rulebook.ruleset.book, blocks(text), section.id)
    return {"id": section.id, "title": section.title, "blocks": [*told, *drawn]}


def _drawn(drawing: Drawing, columns: int) -> Block:
    """Return a drawing as a block."""
    # A drawing is as wide as its column, unless it would be much taller than wide.
    return {
        "kind": "drawing",
        "width": min(1.0, drawing.ratio * TALLEST[columns]),
        **drawing._asdict(),
    }


def _index(rulebook: Rulebook) -> Iterator[dict[str, Any]]:
    """Yield the terms of the glossary, each with the ids of the rules that mention it most
    often.
    """
    terms = list(_terms(rulebook))
    sections = [
        (section.id, plain(blocks(render_section(section, rulebook.naming))))
        for chapter in rulebook.chapters
        for section in chapter.sections
    ]
    for term in sorted(terms, key=str.casefold):
        word = re.compile(rf"\b{re.escape(term)}(s|es)?\b", re.IGNORECASE)
        told = sorted([(len(word.findall(said)), id) for id, said in sections], reverse=True)
        best = {id for count, id in told[:MOST_PLACES] if count}
        if best:
            yield {"term": term, "ids": [id for id, _ in sections if id in best]}


def _terms(rulebook: Rulebook) -> Iterator[str]:
    """Yield the terms of the glossary."""
    for part in rulebook.back:
        if part.id == GLOSSARY:
            for block in blocks(render_part(part, rulebook.naming)):
                for item in block.get("items", ()):
                    yield plain(item[0]["runs"][0])
