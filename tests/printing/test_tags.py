"""Test the accessibility of PDFs: PDF/UA-1 and WCAG 2.2, as far as a program can check them."""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import cache

import pikepdf
import pytest

from carnage import printing
from carnage.rulebook import build_rulebook
from carnage.rulesets.presets import list_presets
from tests.support import tagged
from tests.support.marks import soak_all_but
from tests.support.rulesets import BATTLES, BOOKS, sample

SITE = "https://carnage.example"
MANY = 50


@pytest.mark.parametrize(
    "book",
    [
        "gamble",
        pytest.param("duel", marks=pytest.mark.thorough),
        *(pytest.param(book, marks=pytest.mark.soak) for book in BATTLES),
    ],
)
def test_pdf_accessibility_check_finds_nothing(book: str) -> None:
    assert tagged.find_faults(printing.pdf(build_rulebook(sample(1, book)[0]), site=SITE)) == []


@pytest.mark.thorough
@pytest.mark.parametrize("book", soak_all_but(["skirmish", "gamble"], BOOKS))
def test_pdf_parts_accessibility_check_finds_nothing(book: str) -> None:
    game = build_rulebook(sample(2, book)[1])
    found = {
        part: tagged.find_faults(printing.pdf(game, part, paper, site=SITE))
        for part, paper in zip(printing.list_parts(game), 4 * printing.PAPERS, strict=False)
    }
    assert not any(found.values()), found


@pytest.mark.soak
@pytest.mark.parametrize("book", BOOKS)
def test_pdf_many_games_accessibility_check_finds_nothing(book: str) -> None:
    games = [
        *sample(MANY, book),
        *(each.ruleset for each in list_presets() if each.ruleset.book.code == book),
    ]
    found = {
        game.path: tagged.find_faults(printing.pdf(build_rulebook(game), site=SITE))
        for game in games
    }
    assert not any(found.values()), {path: faults for path, faults in found.items() if faults}


def _remove_tags(pdf: pikepdf.Pdf) -> None:
    del pdf.Root.StructTreeRoot


def _remove_alt_texts(pdf: pikepdf.Pdf) -> None:
    for each in pdf.objects:
        if isinstance(each, pikepdf.Dictionary) and each.get("/S") == "/Figure" and "/Alt" in each:
            del each["/Alt"]


def _skip_heading_level(pdf: pikepdf.Pdf) -> None:
    for each in pdf.objects:
        if isinstance(each, pikepdf.Dictionary) and each.get("/S") == "/H2":
            each["/S"] = pikepdf.Name.H4


def _remove_language(pdf: pikepdf.Pdf) -> None:
    del pdf.Root.Lang


@pytest.mark.parametrize(
    ("spoil", "rule"),
    [
        (_remove_tags, "DOC-002"),
        (_remove_alt_texts, "FIG-001"),
        (_skip_heading_level, "HDG-001"),
        (_remove_language, "DOC-013"),
    ],
)
def test_pdf_accessibility_check_finds_injected_fault(
    spoil: Callable[[pikepdf.Pdf], None], rule: str
) -> None:
    assert any(rule in fault for fault in tagged.find_faults(_print_with_fault(spoil)))


@cache
def _print_without_fault() -> bytes:
    return printing.pdf(build_rulebook(sample(1, "gamble")[0]), site=SITE)


def _print_with_fault(spoil: Callable[[pikepdf.Pdf], None]) -> bytes:
    pdf = pikepdf.open(io.BytesIO(_print_without_fault()))
    spoil(pdf)
    out = io.BytesIO()
    pdf.save(out)
    return out.getvalue()
