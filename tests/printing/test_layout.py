"""Test the layout of PDFs: text inside its boxes, no stranded headings, no near-empty pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pymupdf
import pytest

from carnage import catalog, printing
from carnage.printing import books
from carnage.rulebook import Rulebook, build_rulebook
from carnage.rulesets.presets import list_presets
from carnage.rulesets.ruleset import Ruleset
from carnage.rulesets.world import find_world, list_settings
from tests.support import layout
from tests.support.layout import Box
from tests.support.marks import soak_all_but
from tests.support.rulesets import BATTLES, BOOKS, game_at, sample

SITE = "https://carnage.example"
FEW = 3  # games of each book, every day
OF_A_SETTING = 4  # games, for each setting
MANY = 200
SOME = 20  # of the many, on other paper and in pieces
MOST_PAGES = 14
PRESETS = [preset.ruleset for preset in list_presets()]
FOOT = 14.0  # millimetres at the foot of a sheet to cut up


def find_faults(game: Rulebook, paper: str = "a4", sheet: str = printing.SHEETS[0]) -> list[str]:
    """Return the layout faults of a game on paper; raise PrintError if it does not compile or
    warns.
    """
    whole = books.PAPERS[paper]
    folded = sheet == printing.BOOKLET
    size = books.PAPERS[books.FOLDED_PAPERS[paper]] if folded else whole
    data = books.build_data(game, size, SITE)
    across = [part["title"] for part in (*data["sheets"], data["reference"])]
    pdf = books.typeset_rulebook(game, size, SITE, folded).render_pdf()
    found = list(layout.find_faults(pdf, size, across))
    with pymupdf.open(stream=pdf) as document:
        if not folded and document.page_count > MOST_PAGES:
            found.append(f"{document.page_count} pages")
    return [f"{game.ruleset.path}, {paper}, {sheet}: {fault}" for fault in found]


def find_overflows(game: Rulebook, parts: frozenset[str] = frozenset(printing.PARTS)) -> list[str]:
    """Return the text outside its box on sheets to cut up and to write on."""
    found = []
    for part in printing.list_parts(game):
        if part == printing.RULES or part not in parts:
            continue
        with pymupdf.open(stream=printing.pdf(game, part, site=SITE)) as document:
            for page in document:
                found += [f"{game.ruleset.path}, {part}: {fault}" for fault in _CHECKS[part](page)]
    return found


def _check_page(page: pymupdf.Page) -> Iterator[str]:
    """Yield overlapping text, and text outside the printable area."""
    paper = books.PAPERS["a4"]
    inside = Box(5, 5, paper.width_mm - 5, paper.height_mm - 3)
    standing = layout.list_texts(page)
    yield from layout.find_overlaps(standing)
    yield from (f"off the page: {text.said!r}" for text in standing if not inside.holds(text.box))
    foot = paper.height_mm - FOOT
    yield from (
        f"in the foot: {text.said!r}" for text in standing if text.box.top < foot < text.box.bottom
    )


def _check_cards(page: pymupdf.Page) -> Iterator[str]:
    yield from _check_page(page)
    cards = [
        box
        for box in layout.list_boxes(page)
        if box.right - box.left > 40 and box.bottom - box.top > 60
    ]
    for text in layout.list_texts(page):
        at_foot = text.box.bottom > books.PAPERS["a4"].height_mm - FOOT
        if not at_foot and not any(card.holds(text.box, 0) for card in cards):
            yield f"out of its card: {text.said!r}"


_CHECKS: dict[str, Callable[[pymupdf.Page], Iterator[str]]] = dict.fromkeys(
    printing.PARTS, _check_page
)
_CHECKS["cards"] = _check_cards


@pytest.mark.thorough
@pytest.mark.parametrize("book", BOOKS)
def test_layout_of_games_has_no_fault(book: str) -> None:
    for game in sample(1, book):
        assert find_faults(build_rulebook(game)) == []


@pytest.mark.thorough
def test_layout_many_tick_boxes_fit() -> None:
    """Print seven columns of boxes, which are wider than a column of a page."""
    assert find_faults(build_rulebook(game_at("skirmish/088400859847984894189152039"))) == []


def test_size_unbreakable_index_fills_last_page(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Find a font size by trial, as a booklet whose index does not break needs larger type."""
    paper = books.PAPERS["a5"]
    steps = {
        0.0: 0.15,
        8.45: 0.31,
        8.75: 0.54,
    }  # share of the last page that is filled, from each size on

    class Set:
        def __init__(self, template: str, data: dict[str, float]) -> None:
            self.size = data["size"]

        def query_metadata(self, label: str) -> list[dict[str, int]]:
            return [{"page": 12}]

    monkeypatch.setattr(books, "TypesetDocument", Set)
    monkeypatch.setattr(
        books,
        "_measure_filled_share",
        lambda pages, paper: steps[max(size for size in steps if size <= pages.size)],
    )
    assert (
        8.75
        <= books._choose_type_size({"size": paper.type_size_pt}, paper)
        <= 1.1 * paper.type_size_pt
    )


@pytest.mark.parametrize(
    "book", ["gamble", *(pytest.param(each, marks=pytest.mark.thorough) for each in BATTLES)]
)
def test_layout_cut_sheets_have_no_overflow(book: str) -> None:
    assert find_overflows(build_rulebook(sample(1, book)[0])) == []


@pytest.mark.thorough
@pytest.mark.parametrize(
    "preset",
    soak_all_but([PRESETS[0], PRESETS[-1]], PRESETS),
    ids=lambda game: game.name,
)
def test_layout_of_presets_has_no_fault(preset: Ruleset) -> None:
    game = build_rulebook(preset)
    assert [*find_faults(game), *find_overflows(game)] == []


@pytest.mark.soak
@pytest.mark.parametrize("book", BOOKS)
def test_layout_of_many_games_has_no_fault(book: str) -> None:
    assert [
        fault for game in sample(MANY, book) for fault in find_faults(build_rulebook(game))
    ] == []


@pytest.mark.soak
@pytest.mark.parametrize("book", BOOKS)
def test_layout_on_letter_and_as_booklet_has_no_fault(book: str) -> None:
    found = []
    for each in sample(SOME, book):
        game = build_rulebook(each)
        found += [
            *find_faults(game, "letter"),
            *find_faults(game, sheet=printing.BOOKLET),
            *find_overflows(game),
        ]
    assert found == []


@pytest.mark.soak
@pytest.mark.parametrize(
    ("book", "setting_id"),
    [(book, id) for book in BATTLES for id, _ in list_settings(catalog.book(book))],
)
def test_cards_in_the_words_of_a_setting_have_no_overflow(book: str, setting_id: str) -> None:
    found = []
    for ruleset in sample(OF_A_SETTING, book):
        game = build_rulebook(ruleset, (), find_world(ruleset, setting_id))
        found += find_overflows(game, frozenset({"cards", "tokens"}))
    assert found == []
