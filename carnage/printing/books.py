"""Convert a rulebook to the data of the template `rulebook.typ`, and choose its type size."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, NamedTuple
from urllib.parse import quote_plus

from carnage.drawing.paper_style import Drawing
from carnage.printing.blocks import CHECKBOX, Block, extract_text, link_addresses, parse_blocks
from carnage.printing.booklets import PAGES_PER_SHEET
from carnage.printing.drawings import list_diagrams, list_drawings
from carnage.printing.name_placeholders import PlaceholderNaming
from carnage.printing.pdf_links import link_blocks
from carnage.printing.qr_codes import render_qr_code
from carnage.printing.typesetting import PLACEHOLDERS, TypesetDocument, replace_missing_characters
from carnage.rulebook import Chapter, Part, Rulebook, Section
from carnage.rulebook.credits import CREDITS_ID
from carnage.rulebook.markdown_export import render_part, render_section
from carnage.rulebook.model import PAGE_ONE_IDS
from carnage.rulesets.custom_names import CODE_SEPARATOR, NAME_SEPARATOR, format_names
from carnage.rulesets.game_names import default_name
from carnage.rulesets.house_rules import format_rules
from carnage.rulesets.world import name_setting

REFERENCE = "reference"
SETUP = "setup"
GLOSSARY = "glossary"
CREDITS = "credits"
SAFE_CHARACTERS = f",:{NAME_SEPARATOR}{CODE_SEPARATOR}"  # separators in fields of addresses
MAX_QR_NAME_CHARACTERS = 300  # characters of custom names in a QR code
MIN_FILLED_SHARE = 0.4  # the smallest share of the last page of rules that should be filled
GROWTH_RATIOS = (
    0.7,
    1.4,
)  # growth of the type size for a growth of the text, both as shares: usually, and at times
ESTIMATE_MARGIN = 0.06  # of a page, added to each estimate
FALLBACK_GROWTHS = (
    0.02,
    -0.02,
    0.04,
    -0.04,
    0.06,
    -0.06,
    0.08,
    -0.08,
)  # changes of the type size that are tried if the estimates fail
MAX_DRAWING_RATIOS = {
    1: 0.62,
    2: 1.2,
}  # the maximum height of a drawing in column widths, by columns of a page
BOOKLET_TYPE_SIZES_PT = (9.0, 8.5, 8.0, 7.5, 7.1, 6.8)  # points of type, tried for a folded sheet
COMPACT_LAYOUT: Mapping[str, Any] = {
    "cover": False,
    "contents": "",
    "columns": 2,
    "index": [],
    "reference": None,
    "title": 28.0,
}
MAX_COMPACT_ENTRIES = 35  # headings of a rulebook that may fit on one folded sheet
MAX_PAGES_WITHOUT_INDEX = 12  # pages of a rulebook without a list of contents and an index
WIDE_TABLE_COLUMNS = 8  # columns from which on a table gets a separate page
COLUMN_LETTERS = 58  # letters in a column of a page; a wider table to fill in gets a separate page
CHECKBOX_LETTERS = 2  # letters as wide as a checkbox
MAX_INDEX_REFERENCES = 6  # references for one term of the index


class Paper(NamedTuple):
    """A paper size: its name in typst, measures in millimetres, number of columns, type size in
    points.
    """

    code: str
    width_mm: float
    height_mm: float
    margins_mm: Mapping[str, float]
    columns: int
    type_size_pt: float


PAPERS = {
    "a4": Paper("a4", 210, 297, {"x": 17, "top": 16, "bottom": 17}, 2, 9.2),
    "letter": Paper("us-letter", 215.9, 279.4, {"x": 18, "top": 15, "bottom": 17}, 2, 9.2),
    "a5": Paper("a5", 148, 210, {"x": 13, "top": 12, "bottom": 14}, 1, 8.4),
    "half-letter": Paper("us-statement", 139.7, 215.9, {"x": 12, "top": 12, "bottom": 14}, 1, 8.4),
}

FOLDED_PAPERS = {"a4": "a5", "letter": "half-letter"}


def build_data(rulebook: Rulebook, paper: Paper, site: str) -> dict[str, Any]:
    """Return the data of the template for a rulebook.

    Without a `site`, the base URL such as "https://carnage.example", no address is printed.
    """
    parts: list[Part | Chapter] = [*rulebook.front, *rulebook.chapters, *rulebook.back]
    all_parts = [
        _build_part(rulebook, part, paper.columns) for part in parts if part.id != REFERENCE
    ]
    # The legend of the picture stands in the flow, where there is room for it.
    page_one = [part for part in all_parts if part["id"] in PAGE_ONE_IDS - {SETUP}]
    built_parts = [part for part in all_parts if part not in page_one]
    if rulebook.unused:
        sources = next(each for each in built_parts if each["id"] == CREDITS_ID)
        sources["after"] = [{"kind": "p", "runs": [rulebook.unused_text]}]
    back = {part.id for part in rulebook.back}
    sheets = [part for part in built_parts if part["id"] in back and _is_wide(part)]
    flow = [part for part in built_parts if part not in sheets]
    reference = next(
        (
            _build_part(rulebook, part, paper.columns)
            for part in rulebook.back
            if part.id == REFERENCE
        ),
        None,
    )
    picture = next(
        (each for part in rulebook.front for each in list_drawings(part, rulebook.naming)), None
    )
    footer = build_footer(rulebook, site)
    edition = footer["edition"]
    return {
        **footer,
        "pitch": rulebook.pitch,
        "subtitle": rulebook.subtitle,
        "hook": rulebook.hook,
        "page_one": page_one,
        "tags": rulebook.tags,
        "summary": [*rulebook.summary, ("Book", edition)],
        "seed": ("Seed", _format_seed(rulebook)),
        "kicker": f"Carnage · {rulebook.kicker}",
        "groups": rulebook.seed_groups,
        "paper": paper.code,
        "margin": paper.margins_mm,
        "columns": paper.columns,
        "size": paper.type_size_pt,
        "title": _choose_title_size(rulebook.name, paper),
        "cover": True,
        "contents": "page",
        "picture": picture._asdict() if picture else None,
        "flow": flow,
        "sheets": sheets,
        "reference": reference,
        "index": list(_build_index(rulebook)),
        "digits": {
            f"at-{each.id}": each.digits
            for part in rulebook.chapters
            for each in part.sections
            if rulebook.ruleset.book.frozen
        },
        "words": {"index": "Index"},
    }


def build_footer(rulebook: Rulebook, site: str) -> dict[str, Any]:
    """Return the data of the page footer: the game's name, book and address, and the address as
    a QR code.
    """
    ruleset = rulebook.ruleset
    book = ruleset.book
    custom_names = format_names(rulebook.own)
    parameters = {
        "name": "" if ruleset.name == default_name(book, ruleset.seed) else ruleset.name,
        "own": custom_names if len(custom_names) <= MAX_QR_NAME_CHARACTERS else "",
        "rules": format_rules(book.house_rules),
        "setting": name_setting(ruleset, rulebook.world),
    }
    fields = [
        f"{key}={quote_plus(value, SAFE_CHARACTERS)}" for key, value in parameters.items() if value
    ]
    query = f"?{'&'.join(fields)}" if fields else ""
    address = ""
    if site:
        address = site.rstrip("/") + ruleset.path + query
    return {
        "name": replace_missing_characters(rulebook.name),
        "edition": f"{book.title}, edition {book.edition}{'' if book.frozen else ' (draft)'}",
        "address": address,
        "shown": replace_missing_characters(address.partition("://")[2].partition("?")[0]),
        "code": render_qr_code(address) if address else "",
        PLACEHOLDERS: rulebook.naming.placeholders
        if isinstance(rulebook.naming, PlaceholderNaming)
        else None,
    }


def typeset_rulebook(
    rulebook: Rulebook, paper: Paper, site: str, folded: bool = False
) -> TypesetDocument:
    """Return the typeset rulebook.

    The type size is changed slightly if the last page of rules would be almost empty. If `folded`,
    a short rulebook is set without a cover, on one folded sheet if the type is large enough to
    read.
    """
    content = build_data(rulebook, paper, site)
    headings = sum(1 + len(part["sections"]) for part in content["flow"])
    if folded and headings <= MAX_COMPACT_ENTRIES:
        compact = _build_compact_data(content)
        for size in BOOKLET_TYPE_SIZES_PT:
            document = TypesetDocument("rulebook.typ", {**compact, "size": size})
            if document.count_pages() <= PAGES_PER_SHEET:
                return document
    short = {**content, "contents": "", "index": []}
    document = TypesetDocument("rulebook.typ", {**short, "size": _choose_type_size(short, paper)})
    if document.count_pages() <= MAX_PAGES_WITHOUT_INDEX:
        return document
    return TypesetDocument("rulebook.typ", {**content, "size": _choose_type_size(content, paper)})


def _choose_type_size(content: Mapping[str, Any], paper: Paper) -> float:
    """Return the type size in points that fills the last page of rules enough, or the best one
    tried.
    """
    # Parts on separate pages take half of the time, and do not move the last page of rules.
    rules = {**content, "sheets": [], "reference": None}
    document = TypesetDocument("rulebook.typ", rules)
    filled_shares = {paper.type_size_pt: _measure_filled_share(document, paper)}
    last_share = filled_shares[paper.type_size_pt]
    page_count = document.query_metadata("flow-end")[0]["page"]
    # Either the last page is emptied into the pages before it, or filled from them. The estimate
    # fails for unbreakable blocks, such as drawings: then the sizes of FALLBACK_GROWTHS are tried.
    steps = (
        -(last_share + ESTIMATE_MARGIN) / page_count,
        (MIN_FILLED_SHARE + ESTIMATE_MARGIN - last_share) / page_count,
    )
    estimates = [stretch * step for stretch, step in product(GROWTH_RATIOS, sorted(steps, key=abs))]
    for growth in (*estimates, *FALLBACK_GROWTHS):
        if max(filled_shares.values()) >= MIN_FILLED_SHARE:
            break
        size = round(paper.type_size_pt * (1 + growth), 2)
        filled_shares[size] = _measure_filled_share(
            TypesetDocument("rulebook.typ", {**rules, "size": size}), paper
        )
    return max(filled_shares, key=lambda size: filled_shares[size])


def _build_compact_data(content: Mapping[str, Any]) -> dict[str, Any]:
    """Return the data for one folded sheet: no cover, no separate pages, and small drawings."""
    flow = [
        {**part, "blocks": [_shrink_drawing(block) for block in part["blocks"]]}
        for part in content["flow"]
    ]
    credits = [part for part in flow if part["id"] == CREDITS]
    flow = [*content["page_one"], *(part for part in flow if part not in credits)]
    flow += [*content["sheets"], *filter(None, [content["reference"]]), *credits]
    return {**content, **COMPACT_LAYOUT, "flow": flow, "sheets": []}


def _shrink_drawing(block: Block) -> Block:
    """Return a block with a drawing at 70 % of its width; other blocks are returned unchanged."""
    if block["kind"] == "drawing":
        return {**block, "width": block["width"] * 0.7}
    return block


def _measure_filled_share(document: TypesetDocument, paper: Paper) -> float:
    """Return the share of the last page of rules that is filled, without quick reference and
    sheets.
    """
    top = paper.margins_mm["top"]
    foot = paper.height_mm - paper.margins_mm["bottom"]
    (end,) = document.query_metadata("flow-end")
    column = 1 if end["x"] > paper.width_mm / 2 else 0
    share: float = (column + (end["y"] - top) / (foot - top)) / paper.columns
    for index in document.query_metadata("index-top"):
        if index["page"] == end["page"]:
            share += (foot - index["y"]) / (foot - top)
    return share


def _format_seed(rulebook: Rulebook) -> str:
    """Return the seed, and its digits in groups."""
    return f"{rulebook.ruleset.seed} ({' '.join(rulebook.seed_groups)})"


def _choose_title_size(name: str, paper: Paper) -> float:
    """Return the largest type size of a title in points.

    The template reduces it for a long word.
    """
    room = paper.width_mm - 2 * paper.margins_mm["x"]
    return room * (0.36 if len(name) <= 24 else 0.26 if len(name) <= 40 else 0.2)


def _is_wide(part: Mapping[str, Any]) -> bool:
    """Return True if a part has a table that needs the whole width of a page."""
    tables = [block for block in part["blocks"] if block["kind"] == "table"]
    return any(
        len(table["head"]) >= WIDE_TABLE_COLUMNS or _measure_form_width(table) > COLUMN_LETTERS
        for table in tables
    )


def _measure_form_width(table: Block) -> int:
    """Return the width in letters of a table with a column to fill in; 0 for any other table."""
    if all(map(any, zip(*table["rows"], strict=False))):
        return 0
    columns = zip(table["head"], *table["rows"], strict=False)
    return sum(2 + max(map(_measure_longest_word, column)) for column in columns)


def _measure_longest_word(cell: Any) -> int:
    """Return the number of letters of the longest word in a cell, with a checkbox as
    CHECKBOX_LETTERS letters.
    """
    words = "".join(map(extract_text, cell)).split()
    return max(
        (len(word) + (CHECKBOX_LETTERS - 1) * word.count(CHECKBOX) for word in words), default=0
    )


def _build_part(rulebook: Rulebook, part: Part | Chapter, columns: int) -> dict[str, Any]:
    """Return a part or chapter as data of the template."""
    if isinstance(part, Chapter):
        sections = [_build_section(rulebook, section, columns) for section in part.sections]
        return {"id": part.id, "title": part.title, "blocks": [], "sections": sections}
    drawing_blocks = [
        _build_drawing_block(drawing, columns) for drawing in list_drawings(part, rulebook.naming)
    ]
    # A map in characters is left out where there is a drawing of it.
    text = render_part(part, rulebook.naming)
    text_blocks = [
        block for block in parse_blocks(text) if not (drawing_blocks and block["kind"] == "code")
    ]
    if part.id == CREDITS:  # Texts without custom names, with the URLs of sources.
        text_blocks = link_addresses(text_blocks)
    return {
        "id": part.id,
        "title": part.title,
        "blocks": [*drawing_blocks, *link_blocks(rulebook.ruleset.book, text_blocks, part.id)],
        "sections": [],
    }


def _build_section(rulebook: Rulebook, section: Section, columns: int) -> dict[str, Any]:
    """Return a section as data of the template, its drawings after its text."""
    drawing_blocks = [
        _build_drawing_block(diagram.drawing, columns, diagram.caption)
        for diagram in list_diagrams(section, rulebook.naming)
    ]
    text = render_section(section, rulebook.naming)
    text_blocks = link_blocks(rulebook.ruleset.book, parse_blocks(text), section.id)
    return {"id": section.id, "title": section.title, "blocks": [*text_blocks, *drawing_blocks]}


def _build_drawing_block(drawing: Drawing, columns: int, caption: str = "") -> Block:
    """Return a drawing as a block, with the sentence below it."""
    # A drawing is as wide as its column, unless it would be much taller than wide.
    return {
        "kind": "drawing",
        "width": min(1.0, drawing.ratio * MAX_DRAWING_RATIOS[columns]),
        "caption": caption,
        **drawing._asdict(),
    }


def _build_index(rulebook: Rulebook) -> Iterator[dict[str, Any]]:
    """Yield the terms of the glossary, each with the ids of the rules that mention it most
    often.
    """
    terms = list(_list_terms(rulebook))
    sections = [
        (section.id, extract_text(parse_blocks(render_section(section, rulebook.naming))))
        for chapter in rulebook.chapters
        for section in chapter.sections
    ]
    for term in sorted(terms, key=str.casefold):
        word = re.compile(rf"\b{re.escape(term)}(s|es)?\b", re.IGNORECASE)
        counts = sorted([(len(word.findall(text)), id) for id, text in sections], reverse=True)
        best = {id for count, id in counts[:MAX_INDEX_REFERENCES] if count}
        if best:
            yield {"term": term, "ids": [id for id, _ in sections if id in best]}


def _list_terms(rulebook: Rulebook) -> Iterator[str]:
    """Yield the terms of the glossary."""
    for part in rulebook.back:
        if part.id == GLOSSARY:
            for block in parse_blocks(render_part(part, rulebook.naming)):
                for item in block.get("items", ()):
                    yield extract_text(item[0]["runs"][0])
