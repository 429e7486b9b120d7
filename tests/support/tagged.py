"""Read the text of a PDF's tags in their order, as screen readers do, and check its accessibility."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import outloud
import pikepdf
from outloud.model import Document

from tests.support.pages import POINTS_A_MM

SILENT = {"Lbl", "Figure", "TOC"}  # numbers and signs of lists, pictures, contents
PARTED = {"P", "H1", "H2", "LI", "TD", "TH", "Title"}  # tags that end a word
FOOT = 17.0  # millimetres
# Findings that are no faults: footers are artifacts by the standard; floating blocks are painted
# before the text above them, which does not change the order of tags.
KNOWN = {"TAG-002": "in the foot", "ORD-001": "anywhere", "TBL-012": "anywhere"}


def read_chapters(pdf: bytes) -> dict[str, str]:
    """Return the text of each chapter by its title, in the order of the tags, without numbers of
    lists.
    """
    found: dict[str, str] = {}
    with tempfile.NamedTemporaryFile(suffix=".pdf") as file:
        file.write(pdf)
        file.flush()
        document = Document(file.name)
        try:
            title = ""
            for kind, text in _pieces(document, document.struct_root, None, ""):
                if kind == "H1":
                    title = text.strip()
                    found[title] = ""
                elif title:
                    found[title] += text
        finally:
            document.close()
    return found


def _pieces(
    document: Document, node: Any, page: int | None, kind: str
) -> Iterator[tuple[str, str]]:
    """Yield texts in order, each with the tag that holds it; a heading is one text."""
    if isinstance(node.get("/Pg"), pikepdf.Dictionary):
        page = document.page_index[node["/Pg"].objgen]
    if node.get("/S") is not None:
        kind = str(node["/S"]).lstrip("/")
    if kind in SILENT:
        return
    if kind == "H1":
        kids = [text for _, text in _of_kids(document, node, page, "")]
        yield "H1", "".join(kids)
        return
    if "/ActualText" in node:
        yield kind, str(node["/ActualText"])
    else:
        yield from _of_kids(document, node, page, kind)
    if kind in PARTED:
        yield kind, " "


def _of_kids(
    document: Document, node: Any, page: int | None, kind: str
) -> Iterator[tuple[str, str]]:
    kids = node.get("/K")
    for kid in kids if isinstance(kids, pikepdf.Array) else [kids]:
        if isinstance(kid, pikepdf.Dictionary) and str(kid.get("/Type")) == "/OBJR":
            continue
        if isinstance(kid, pikepdf.Dictionary) and str(kid.get("/Type")) == "/MCR":
            at = document.page_index[kid["/Pg"].objgen] if "/Pg" in kid else page
            yield kind, document.content(at).mcid_text.get((None, int(kid["/MCID"])), "")
        elif isinstance(kid, pikepdf.Dictionary):
            yield from _pieces(document, kid, page, kind)
        elif kid is not None:
            yield kind, document.content(page).mcid_text.get((None, int(kid)), "")


def find_faults(pdf: bytes) -> list[str]:
    """Return the findings of a checker of PDF/UA-1 and WCAG 2.2, except those in `KNOWN`."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "printed.pdf")
        path.write_bytes(pdf)
        result = outloud.check(str(path))
    assert result.error is None, result.error
    return [
        f"{each.rule}: {each.message} {each.evidence}"
        for each in result.findings
        if not _known(each)
    ]


def _known(finding: Any) -> bool:
    where = KNOWN.get(finding.rule)
    low = finding.boxes and all(box["y1"] < FOOT * POINTS_A_MM for box in finding.boxes)
    return where == "anywhere" or (where == "in the foot" and bool(low))
