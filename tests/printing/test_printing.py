"""Test PDFs of games: their text, order, tags and paper."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path

import markdown
import pytest
from bs4 import BeautifulSoup
from click.testing import CliRunner

from carnage import printing
from carnage.cli.command_line import main
from carnage.drawing.paper_style import build_style
from carnage.printing import books
from carnage.printing.blocks import extract_text, parse_blocks
from carnage.printing.booklets import arrange_pages
from carnage.printing.drawings import list_diagrams, list_drawings
from carnage.rulebook import Rulebook, build_rulebook
from carnage.rulebook.markdown_export import render_part, render_section
from carnage.rulebook.model import Figure
from carnage.rulebook.typography import curl_quotes
from carnage.rulesets.world import name_setting
from tests.support import pages, tagged
from tests.support.marks import soak_all_but
from tests.support.rulesets import BOOKS, PUBLISHED, ruleset, sample

SITE = "https://carnage.example"
FEW = 3  # games of each book that are printed


def split_words(text: str) -> list[str]:
    return text.split()


def read_words(text: str) -> list[str]:
    """Return the words of Markdown, by way of its HTML."""
    return split_words(parse_markdown(text).get_text(" "))


def parse_markdown(text: str) -> BeautifulSoup:
    return BeautifulSoup(markdown.markdown(curl_quotes(text), extensions=["tables"]), "html.parser")


def join_parts(parts: list[str]) -> str:
    return "".join(parts)


def printed_path(game: Rulebook) -> str:
    """Return the address that the plain book of a game is printed with."""
    setting = name_setting(game.ruleset, None)
    return game.ruleset.path + (f"?setting={setting}" if setting else "")


def sample_rulebooks(book: str, count: int = FEW) -> list[Rulebook]:
    return [build_rulebook(each) for each in sample(count, book)]


@cache
def print_sample(book: str, number: int, paper: str = "a4", sheet: str = "single") -> bytes:
    return printing.pdf(sample_rulebooks(book)[number], paper=paper, sheet=sheet, site=SITE)


EVERY = [(book, number) for book in BOOKS for number in range(FEW)]


@pytest.mark.parametrize("count", [FEW, pytest.param(12, marks=pytest.mark.soak)])
@pytest.mark.parametrize("book", BOOKS)
def test_blocks_have_text_of_markdown(book: str, count: int) -> None:
    for game in sample_rulebooks(book, count):
        texts = {part.id: render_part(part) for part in (*game.front, *game.back)}
        texts |= {section.id: section.markdown for section in game.sections}
        for id, text in texts.items():
            assert join_parts(split_words(extract_text(parse_blocks(text)))) == join_parts(
                read_words(text)
            ), id


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("book", "number"), soak_all_but([(book, 0) for book in ("skirmish", "duel", "gamble")], EVERY)
)
def test_pdf_has_text_of_markdown_in_order(book: str, number: int) -> None:
    """Read the text in the order of the tags, as a screen reader does."""
    game = sample_rulebooks(book)[number]
    told = {
        title: pages.remove_spaces(text)
        for title, text in tagged.read_chapters(print_sample(book, number)).items()
    }
    is_long = len(pages.open_pdf(print_sample(book, number)).pages) > books.MAX_PAGES_WITHOUT_INDEX
    about = {"Index", "Contents"} if is_long else set()
    wanted = {part.title: render_text(render_part(part)) for part in (*game.front, *game.back)}
    for chapter in game.chapters:
        wanted[chapter.title] = "".join(
            pages.remove_spaces(
                f"{section.title} · {section.digits}"
                if section.digits and game.ruleset.book.frozen
                else section.title
            )
            + render_text(render_section(section))
            + "".join(
                pages.remove_spaces(curl_quotes(note.caption))
                for note in section.notes
                if isinstance(note, Figure)
            )
            for section in chapter.sections
        )
    if game.unused:
        wanted["Credits"] += pages.remove_spaces(game.unused_text)
    reference = next(part.title for part in game.back if part.id == books.REFERENCE)
    wanted[reference] += pages.remove_spaces(SITE.partition("://")[2] + game.ruleset.path)
    assert set(told) == set(wanted) | about
    # The cover has texts that are in no chapter: they follow its last part.
    last = next(part.title for part in game.front if part.id == "time")
    for title, text in wanted.items():
        assert told[title] == text or (title == last and told[title].startswith(text)), title
    cover = pages.remove_spaces(pages.open_pdf(print_sample(book, number)).pages[0].extract_text())
    for text in (
        game.name,
        game.pitch,
        *game.tags,
        *[word for line in game.summary for word in line],
    ):
        assert pages.remove_spaces(text) in cover, text


def render_text(text: str) -> str:
    """Return the text of Markdown without maps in characters, which the PDF draws."""
    made = parse_markdown(text)
    for drawn in made.find_all("pre"):
        drawn.decompose()
    return pages.remove_spaces(made.get_text())


@pytest.mark.thorough
@pytest.mark.parametrize("book", soak_all_but(["gamble"], BOOKS))
def test_pdf_is_reproducible(book: str) -> None:
    assert printing.pdf(sample_rulebooks(book)[0], site=SITE) == print_sample(book, 0)


@pytest.mark.parametrize("book", BOOKS)
def test_pdf_has_tags_bookmarks_and_links(book: str) -> None:
    game = sample_rulebooks(book)[0]
    reader = pages.open_pdf(print_sample(book, 0))
    root = reader.root_object
    assert root["/MarkInfo"]["/Marked"]
    assert root["/Lang"] == "en-GB"
    assert root["/StructTreeRoot"]
    assert (
        b"pdfuaid:part" in reader.xmp_metadata.stream.get_data() if reader.xmp_metadata else False
    )
    assert reader.metadata is not None
    assert reader.metadata.title == game.name
    titles = [entry["/Title"] for entry in reader.outline if isinstance(entry, dict)]
    asked = {
        *[part.title for part in (*game.front, *game.back)],
        *[chapter.title for chapter in game.chapters],
    }
    assert asked <= set(titles)
    links = [
        note.get_object()
        for page in reader.pages
        for note in page.get("/Annots", ())
        if note.get_object()
    ]
    assert any("/Dest" in link or "/D" in link.get("/A", {}) for link in links)
    assert any(link.get("/A", {}).get("/URI") == SITE + printed_path(game) for link in links)


@pytest.mark.parametrize("book", BOOKS)
def test_pdf_is_at_most_600_kb(book: str) -> None:
    assert len(print_sample(book, 0)) <= 600_000


@pytest.mark.parametrize(
    "name",
    [
        '#let x = 1; $y$ *b* _c_ \\ "q" @a `r` [z] {w} // c',
        *(pytest.param(each, marks=pytest.mark.thorough) for each in ("血の月", "W" * 60)),
        *(pytest.param(each, marks=pytest.mark.soak) for each in ("] #panic() [", "Кровь и Песок")),
    ],
)
def test_pdf_name_is_not_markup(name: str) -> None:
    made = printing.pdf(build_rulebook(ruleset("453629359836", name, "gamble")))
    metadata = pages.open_pdf(made).metadata
    assert metadata is not None
    assert metadata.title == name
    assert pages.remove_spaces(name) in pages.read_text(made)
    for number in range(len(pages.open_pdf(made).pages)):
        assert all(line.x < 210 for line in pages.list_lines(made, number))


def test_pdf_missing_character_is_a_box() -> None:
    made = printing.pdf(build_rulebook(ruleset("453629359836", "Dice \U0001f3b2", "gamble")))
    metadata = pages.open_pdf(made).metadata
    assert metadata is not None
    assert metadata.title == "Dice □"


@pytest.mark.parametrize(("paper", "size"), [("a4", (210, 297)), ("letter", (215.9, 279.4))])
def test_pdf_paper_has_its_size(paper: str, size: tuple[float, float]) -> None:
    for page in pages.open_pdf(print_sample("duel", 0, paper)).pages:
        box = [
            float(side) / pages.POINTS_A_MM for side in (page.mediabox.width, page.mediabox.height)
        ]
        assert box == pytest.approx(size, abs=0.1)


def test_sides_order_pages_for_folding() -> None:
    assert arrange_pages(8) == [(8, 1), (2, 7), (6, 3), (4, 5)]
    assert arrange_pages(4) == [(4, 1), (2, 3)]
    assert arrange_pages(6) == [(6, 1), (2, 0), (0, 3), (4, 5)]
    assert arrange_pages(1) == [(0, 1), (0, 0)]


@pytest.mark.thorough
@pytest.mark.parametrize("book", ["duel", "gamble"])
def test_booklet_of_short_game_has_two_pages(book: str) -> None:
    for number in range(FEW):
        assert len(pages.open_pdf(print_sample(book, number, sheet="booklet")).pages) == 2


@pytest.mark.thorough
def test_booklet_of_long_game_has_whole_sheets() -> None:
    game = sample_rulebooks("skirmish")[0]
    made = pages.open_pdf(print_sample("skirmish", 0, "letter", "booklet"))
    assert len(made.pages) % 2 == 0
    box = made.pages[0].mediabox
    assert float(box.width) / pages.POINTS_A_MM == pytest.approx(279.4, abs=0.1)
    first = made.pages[0].extract_text()
    assert game.name.split()[0] in first
    assert "Quick Reference" in first  # the back of the booklet


@pytest.mark.parametrize(
    "count",
    [
        *(pytest.param(count, marks=pytest.mark.thorough) for count in (0, 5)),
        *(pytest.param(count, marks=pytest.mark.soak) for count in (1, 2, 3, 4)),
    ],
)
def test_pdf_summary_of_any_length_is_printed(count: int) -> None:
    rulebook = build_rulebook(ruleset())
    summary = tuple((f"Line {n}", "a value") for n in range(count))

    made = books.typeset_rulebook(
        replace(rulebook, summary=summary), books.PAPERS["a4"], ""
    ).render_pdf()

    assert made.startswith(b"%PDF-")


def test_drawings_have_no_css_of_browsers() -> None:
    for word in ("var(", ":is(", "color-mix", ":root", "@media"):
        assert word not in build_style()
    assert ".owner-1 .drawing-piece, .drawing-piece.owner-1 { color: #1c4f7c; }" in build_style()
    part = next(part for part in build_rulebook(ruleset()).front if part.id == "setup")
    (drawing,) = list_drawings(part, None)
    assert drawing.svg.startswith("<svg ")
    assert drawing.description.startswith("The table at the start")
    assert drawing.ratio == pytest.approx(1, abs=0.1)


def test_diagrams_have_their_captions() -> None:
    game = ruleset(book="skirmish", digits="539007053058612066583973303")
    rulebook = build_rulebook(game, (("side-1", "Gulls"),), None)
    diagrams = [
        diagram
        for section in rulebook.sections
        for diagram in list_diagrams(section, rulebook.naming)
    ]
    assert diagrams
    text = pages.read_text(printing.pdf(rulebook))
    for diagram in diagrams:
        assert pages.remove_spaces(diagram.caption) in text


@pytest.mark.parametrize(
    ("choice", "complaint"),
    [
        ({"part": "pictures"}, "There is no part 'pictures'. Choose one of: rules"),
        ({"paper": "a3"}, "There is no paper 'a3'. Choose one of: a4, letter."),
        ({"sheet": "scroll"}, "There is no sheet 'scroll'. Choose one of: single, booklet."),
    ],
)
def test_pdf_unknown_choice_lists_choices(choice: dict[str, str], complaint: str) -> None:
    with pytest.raises(printing.PrintChoiceError, match=re.escape(complaint)):
        printing.pdf(build_rulebook(ruleset()), **choice)


def test_blocks_split_lists_by_kind() -> None:
    numbered, plainly = parse_blocks("1. **First**\n    - inner\n2. Second\n\n- one\n- two")
    assert (numbered["ordered"], len(numbered["items"])) == (True, 2)
    assert (plainly["ordered"], len(plainly["items"])) == (False, 2)
    assert len(parse_blocks("- one\n\n- two")) == 1


def test_blocks_raw_html_raises() -> None:
    with pytest.raises(ValueError, match="raw HTML"):
        parse_blocks("<script>x</script>")


@pytest.mark.thorough
def test_roll_pdf_matches_library(tmp_path: Path) -> None:
    words = [
        sys.executable,
        "-m",
        "carnage",
        "roll",
        "--format",
        "pdf",
        "--book",
        "classic",
        "--seed",
        PUBLISHED,
    ]
    to = tmp_path / "book.pdf"
    done = subprocess.run([*words, "-o", str(to)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert to.read_bytes() == printing.pdf(build_rulebook(ruleset()))
    wrong = CliRunner().invoke(main, [*words[3:], "--paper", "a3"])
    assert wrong.exit_code == 2
    assert wrong.stderr == "carnage: There is no paper 'a3'. Choose one of: a4, letter.\n"


def test_pdf_last_page_is_the_reference() -> None:
    for book in BOOKS:
        pdf = print_sample(book, 0)
        last = pages.open_pdf(pdf).pages[-1].extract_text()
        assert last.lstrip().startswith("Quick Reference")
        assert books.REFERENCE == "reference"
