"""The small pieces that a game's page is joined from: how sections, parts and groups of dice open."""

from __future__ import annotations

from functools import cache

from markupsafe import escape

from carnage.catalog import Table
from carnage.document.ascii import ascii_html
from carnage.document.parts import Part, Section
from carnage.web.controls import permalink
from carnage.web.diagrams import linked


def section_opening(section: Section, how: str = "") -> str:
    kind = "rule" if section.used else "rule unused"
    return f'<section class="{kind}{how}" id="{section.table.id}">'


def plain_head(table: Table) -> str:
    title = escape(table.title)
    return f"<h3>{title}</h3>{permalink(table.id, title)}"


def body_of(section: Section) -> str:
    text = linked(str(section.html))
    return ascii_html(f'<div class="rule-text">{text}{section.aside}</div></section>')


@cache
def group(title: str) -> str:
    return ascii_html(f'<li class="group"><span class="group-name">{escape(title)}</span><ol>')


@cache
def contents_entry(id: str, title: str) -> str:
    return f'<li><a href="#{id}">{title}</a></li>'


@cache
def part_opening(id: str, title: str) -> str:
    return (
        f'<section class="part" id="{id}" aria-labelledby="{id}-heading"><h2 id="{id}-heading">{title}</h2>'
        f"{permalink(id, title)}"
    )


def part_pieces(part: Part) -> tuple[str, ...]:
    return part_opening(part.id, part.title), part.html, "</section>"
