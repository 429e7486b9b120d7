"""A rulebook as pages: from its parts, each as the Markdown of it says, to what the template walks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, NamedTuple
from urllib.parse import quote_plus

from carnage.drawing.paper_style import Drawing
from carnage.game_names import name_of
from carnage.own_names import BEFORE, BETWEEN, written
from carnage.printing.blocks import BOX, Block, blocks, link_addresses, plain
from carnage.printing.booklets import A_SHEET
from carnage.printing.codes import code
from carnage.printing.crossing import crossed
from carnage.printing.drawings import list_drawings
from carnage.printing.names import SignedNaming
from carnage.printing.setting import SIGNS, Pages, readable
from carnage.rulebook import Chapter, Part, Rulebook, Section
from carnage.rulebook.markdown_export import UNNAMED_PARTS, render_part, render_section

REFERENCE = "reference"
GLOSSARY = "glossary"
CREDITS = "credits"
MOST_IN_CODE = 300  # characters of names in an address that is printed as a code
ENOUGH = 0.4  # of a page
STRETCH = 0.7, 1.4  # how much larger type has to be for so much more of a page, as shares: mostly, at times
SLACK = 0.06  # of a page
LADDER = (
    0.02,
    -0.02,
    0.04,
    -0.04,
    0.06,
    -0.06,
    0.08,
    -0.08,
)  # how much larger type is tried where no reckoning serves
TALLEST = {1: 0.62, 2: 1.2}  # a drawing's height over its column's width, by columns of a page
SMALLER = (9.0, 8.5, 8.0, 7.5, 7.1, 6.8)  # points of type, for a sheet to fold
COMPACT: Mapping[str, Any] = {
    "cover": False,
    "contents": "",
    "columns": 2,
    "index": [],
    "reference": None,
    "title": 28.0,
}
FEW = 35  # entries of contents that find room on a cover
WIDE = 8  # columns of a table from which on it gets a page of its own
ACROSS = (
    58  # letters across a column of a page; a table to write on that wants more gets a page of its own, too
)
TICKS = 2  # letters as wide as a box to tick
MOST_PLACES = 6  # of one term in the index


class Paper(NamedTuple):
    """A size of paper as typst calls it: its sides and margins in millimetres, its columns, its type in
    points."""

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
    """All that the template prints of a rulebook. `site` is where it is served, such as
    "https://carnage.example", and empty where that is not known: then no address is printed."""
    parts: list[Part | Chapter] = [*rulebook.front, *rulebook.chapters, *rulebook.back]
    made = [_part(rulebook, part, paper.columns) for part in parts if part.id != REFERENCE]
    if rulebook.unused:
        last = next(each for each in made if each["id"] == rulebook.chapters[-1].id)
        last["after"] = [{"kind": "p", "runs": [rulebook.unused_text]}]
    back = {part.id for part in rulebook.back}
    sheets = [part for part in made if part["id"] in back and _is_wide(part)]
    flow = [part for part in made if part not in sheets]
    reference = next(
        (_part(rulebook, part, paper.columns) for part in rulebook.back if part.id == REFERENCE), None
    )
    entries = sum(1 + len(part["sections"]) for part in flow)
    picture = next((each for part in rulebook.front for each in list_drawings(part, rulebook.naming)), None)
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
        "digits": {f"at-{each.id}": each.digits for part in rulebook.chapters for each in part.sections},
        "words": {"index": "Index"},
    }


def addressed(rulebook: Rulebook, site: str) -> dict[str, Any]:
    """What the foot of each page says of a game: its name, its book, its address and that as a code."""
    ruleset = rulebook.ruleset
    book = ruleset.book
    own = written(rulebook.naming.own) if rulebook.naming else ""
    carried = {
        "name": "" if ruleset.name == name_of(book, ruleset.seed) else ruleset.name,
        "own": own if len(own) <= MOST_IN_CODE else "",
    }
    fields = [f"{key}={quote_plus(value, BETWEEN + BEFORE)}" for key, value in carried.items() if value]
    given = f"?{'&'.join(fields)}" if fields else ""
    address = site.rstrip("/") + ruleset.path + given if site else ""
    return {
        "name": readable(rulebook.name),
        "edition": f"{book.title}, edition {book.edition}{'' if book.frozen else ' (draft)'}",
        "address": address,
        "shown": readable(address.partition("://")[2].partition("?")[0]),
        "code": code(address) if address else "",
        SIGNS: rulebook.naming.signs if isinstance(rulebook.naming, SignedNaming) else None,
    }


def pages(rulebook: Rulebook, paper: Paper, site: str, folded: bool = False) -> Pages:
    """The rulebook, set: in type a little smaller or larger than usual where the last page of its rules
    would be all but empty.

    To be `folded`, a short one is set without a cover, so small that it goes on one sheet, if it can be read
    like that.
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
    """The size of type in points at which the last page of rules has enough on it, or most."""
    # What has pages of its own takes half of the time, and moves nothing.
    rules = {**made, "sheets": [], "reference": None}
    usual = Pages("rulebook.typ", rules)
    filled = {paper.size: _filled(usual, paper)}
    over = filled[paper.size]
    length = usual.told("flow-end")[0]["page"]
    # What is over goes into the pages before it, or else more of them goes over. What does not break, as a
    # drawing or the index, goes over whole and defies reckoning: then sizes are tried, the nearest first.
    steps = (-(over + SLACK) / length, (ENOUGH + SLACK - over) / length)
    reckoned = [stretch * step for stretch, step in product(STRETCH, sorted(steps, key=abs))]
    for larger in (*reckoned, *LADDER):
        if max(filled.values()) >= ENOUGH:
            break
        size = round(paper.size * (1 + larger), 2)
        filled[size] = _filled(Pages("rulebook.typ", {**rules, "size": size}), paper)
    return max(filled, key=lambda size: filled[size])


def _compact(made: Mapping[str, Any]) -> dict[str, Any]:
    """The same for a sheet to fold: no cover, no page but the first for itself, small drawings."""
    flow = [{**part, "blocks": [_smaller(block) for block in part["blocks"]]} for part in made["flow"]]
    credits = [part for part in flow if part["id"] == CREDITS]
    flow = [part for part in flow if part not in credits]
    flow += [*made["sheets"], *filter(None, [made["reference"]]), *credits]
    return {**made, **COMPACT, "flow": flow, "sheets": []}


def _smaller(block: Block) -> Block:
    return {**block, "width": block["width"] * 0.7} if block["kind"] == "drawing" else block


def _filled(pages: Pages, paper: Paper) -> float:
    """How much of the last page of rules has something on it, the quick reference and sheets apart."""
    top, foot = paper.margin["top"], paper.height - paper.margin["bottom"]
    (end,) = pages.told("flow-end")
    column = 1 if end["x"] > paper.width / 2 else 0
    filled: float = (column + (end["y"] - top) / (foot - top)) / paper.columns
    for index in pages.told("index-top"):
        if index["page"] == end["page"]:
            filled += (foot - index["y"]) / (foot - top)
    return filled


def _seed(rulebook: Rulebook) -> str:
    return f"{rulebook.ruleset.seed} ({' '.join(rulebook.seed_groups)})"


def _title_size(name: str, paper: Paper) -> float:
    """A title in points, as large as it may be: the template makes it smaller for a long word."""
    room = paper.width - 2 * paper.margin["x"]
    return room * (0.36 if len(name) <= 24 else 0.26 if len(name) <= 40 else 0.2)


def _is_wide(part: Mapping[str, Any]) -> bool:
    """Whether it has a table that asks for the whole width of a page."""
    tables = [block for block in part["blocks"] if block["kind"] == "table"]
    return any(len(table["head"]) >= WIDE or _written_across(table) > ACROSS for table in tables)


def _written_across(table: Block) -> int:
    """How many letters go across a table with a column to write in, each column as wide as its longest word
    and a space; 0 for any other."""
    if all(map(any, zip(*table["rows"], strict=False))):
        return 0
    columns = zip(table["head"], *table["rows"], strict=False)
    return sum(2 + max(map(_longest, column)) for column in columns)


def _longest(cell: Any) -> int:
    words = "".join(map(plain, cell)).split()
    return max((len(word) + (TICKS - 1) * word.count(BOX) for word in words), default=0)


def _part(rulebook: Rulebook, part: Part | Chapter, columns: int) -> dict[str, Any]:
    if isinstance(part, Chapter):
        sections = [_section(rulebook, section, columns) for section in part.sections]
        return {"id": part.id, "title": part.title, "blocks": [], "sections": sections}
    drawn = [_drawn(drawing, columns) for drawing in list_drawings(part, rulebook.naming)]
    # What is drawn need not stand there in characters as well.
    text = render_part(part, rulebook.naming)
    told = [block for block in blocks(text) if not (drawn and block["kind"] == "code")]
    if part.id in UNNAMED_PARTS:  # These texts are all ours, and say where the ideas come from.
        told = link_addresses(told)
    return {
        "id": part.id,
        "title": part.title,
        "blocks": [*drawn, *crossed(rulebook.ruleset.book, told, part.id)],
        "sections": [],
    }


def _section(rulebook: Rulebook, section: Section, columns: int) -> dict[str, Any]:
    drawn = [_drawn(drawing, columns) for drawing in list_drawings(section, rulebook.naming)]
    text = render_section(section, rulebook.naming)
    told = crossed(rulebook.ruleset.book, blocks(text), section.id)
    return {"id": section.id, "title": section.title, "blocks": [*told, *drawn]}


def _drawn(drawing: Drawing, columns: int) -> Block:
    # As wide as its column, unless it would be much taller than wide.
    return {"kind": "drawing", "width": min(1.0, drawing.ratio * TALLEST[columns]), **drawing._asdict()}


def _index(rulebook: Rulebook) -> Iterator[dict[str, Any]]:
    """The terms of the glossary and the rules that speak of them, the one that says most of it first."""
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
    for part in rulebook.back:
        if part.id == GLOSSARY:
            for block in blocks(render_part(part, rulebook.naming)):
                for item in block.get("items", ()):
                    yield plain(item[0]["runs"][0])
