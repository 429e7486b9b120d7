"""Names that people type are shown letter for letter: nothing that looks like markup is taken
for it.
"""

from __future__ import annotations

import io
import itertools
import re
import xml.etree.ElementTree as ET
from functools import cache
from pathlib import Path

import markdown
import pytest
from bs4 import BeautifulSoup
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pypdf import PdfReader

from carnage import catalog, printing
from carnage.cli.command_line import main
from carnage.printing import books
from carnage.rulebook import Rulebook, build_rulebook
from carnage.rulebook.markdown import escape_markdown
from carnage.rulesets.custom_names import (
    CustomNameError,
    CustomNames,
    clean_custom_name,
    list_nameable,
)
from carnage.rulesets.game_names import clean_name
from carnage.rulesets.ruleset import Ruleset, resolve
from carnage.seeds import Seed
from tests.support.marks import soak_all_but
from tests.support.rulesets import PUBLISHED
from tests.support.typed_names import NASTY

THOROUGH = pytest.mark.thorough
SITE = "https://carnage.example"
DUEL = "8384093643032"
SIGNS = ":/@#$*_[]()<>`~=-+.&%\"'\\"
NAMES = st.text(st.sampled_from(SIGNS + "01ax. "), min_size=1, max_size=24)
QUICK = settings(max_examples=5, suppress_health_check=list(HealthCheck))
MANY = settings(max_examples=150, suppress_health_check=list(HealthCheck))
EVERY_PRINT = [
    *itertools.product(printing.PARTS, printing.PAPERS, ["single"]),
    *itertools.product(["rules"], printing.PAPERS, ["booklet"]),
]


def game(name: str, code: str = "classic", digits: str = PUBLISHED) -> Ruleset:
    """Return a game under this name, without what no name may have."""
    return resolve(catalog.book(code), Seed(digits), clean_name(re.sub("[<>]", "", name)))


def own_names(ruleset: Ruleset, name: str) -> CustomNames:
    """Return this name for everything that the game has, without what no such name may have."""
    named = []
    for each in list_nameable(ruleset):
        try:
            own = clean_custom_name(re.sub("[<>*~]", "", name)[:22], each)
        except CustomNameError:
            continue
        named += [(each.code, own)] if own else []
    return tuple(named)


def rulebook(name: str, code: str = "classic", digits: str = PUBLISHED) -> Rulebook:
    """Return the rulebook of a game of this name, everything in which has this name, too."""
    ruleset = game(name, code, digits)
    return build_rulebook(ruleset, own_names(ruleset, name))


def targets(pdf: bytes) -> set[str]:
    """Return the addresses that a PDF links to."""
    pages = PdfReader(io.BytesIO(pdf)).pages
    actions = [
        note.get_object().get("/A", {}) for page in pages for note in page.get("/Annots", ())
    ]
    return {str(action["/URI"]) for action in actions if "/URI" in action}


@cache
def targets_without_name() -> set[str]:
    return targets(printing.pdf(build_rulebook(game(""))))


@pytest.mark.parametrize(
    "name",
    [
        *(pytest.param(each, marks=THOROUGH) for each in ("http://x", NASTY[7])),
        *(pytest.param(each, marks=pytest.mark.soak) for each in (NASTY[1], "☐ box ☐")),
    ],
)
def test_pdf_hostile_name_has_only_links_of_game_and_credits(name: str) -> None:
    pdf = printing.pdf(rulebook(name), site=SITE)
    linked = targets(pdf) - targets_without_name()
    assert linked == {books.build_footer(rulebook(name), SITE)["address"]}
    assert game(name).name in PdfReader(io.BytesIO(pdf)).metadata.title


def test_pdf_credits_have_links() -> None:
    skirmish = catalog.book("skirmish")
    pdf = printing.pdf(build_rulebook(resolve(skirmish, Seed("0" * skirmish.length))))
    assert "https://planetsmashergames.com/riot-dice" in targets(pdf)


@pytest.mark.parametrize(
    "part",
    [
        pytest.param(part, marks=() if part == "tokens" else THOROUGH)
        for part in printing.PARTS
        if part != "rules"
    ],
)
def test_pdf_other_parts_hostile_name_has_no_links(part: str) -> None:
    for name in (NASTY[0], NASTY[7], NASTY[14], NASTY[16]):
        named = rulebook(name)
        if part in printing.list_parts(named):
            assert targets(printing.pdf(named, part)) == set()


@pytest.mark.parametrize("part", ["tokens", "playtest"])
@QUICK
@given(name=NAMES)
def test_pdf_any_name_prints(part: str, name: str) -> None:
    assert printing.pdf(rulebook(name), part, site=SITE).startswith(b"%PDF")


@THOROUGH
@pytest.mark.parametrize(
    ("part", "paper", "sheet"),
    soak_all_but(
        [
            ("rules", "letter", "booklet"),
            *((part, "a4", "single") for part in printing.PARTS if part != "rules"),
        ],
        EVERY_PRINT,
    ),
)
@settings(MANY, max_examples=2)
@given(name=st.one_of(NAMES, st.sampled_from(NASTY)))
def test_pdf_any_name_prints_in_every_part_paper_and_sheet(
    part: str, paper: str, sheet: str, name: str
) -> None:
    print_name(part, paper, sheet, name)


@pytest.mark.soak
@pytest.mark.parametrize(("part", "paper", "sheet"), EVERY_PRINT)
@settings(MANY, max_examples=25)
@given(name=st.one_of(NAMES, st.sampled_from(NASTY)))
def test_pdf_many_names_print_in_every_part_paper_and_sheet(
    part: str, paper: str, sheet: str, name: str
) -> None:
    print_name(part, paper, sheet, name)


def print_name(part: str, paper: str, sheet: str, name: str) -> None:
    """Print two games in which everything has this name, and assert that no name is a link."""
    for code, digits in (("classic", PUBLISHED), ("duel", DUEL)):
        named = rulebook(name, code, digits)
        if part in printing.list_parts(named):
            made = printing.pdf(named, part, paper, sheet, SITE)
            assert not {each for each in targets(made) if each.startswith("http://x")}


def test_sheets_box_character_in_name_is_printed_as_text() -> None:
    """A box to tick is printed larger than a letter; a box in a name is a letter."""
    pdf = printing.pdf(rulebook("☐ box ☐"), "sheets")
    text = "".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages)
    assert "☐ box ☐: " in text


@pytest.mark.parametrize("name", NASTY)
def test_markdown_hostile_name_is_shown_unchanged(name: str) -> None:
    for before, after in (("# ", ""), ("", ""), ("- ", ""), ("**", "**"), ("> ", "")):
        html = markdown.markdown(
            f"{before}{escape_markdown(name)}{after}", extensions=["tables", "attr_list"]
        )
        page = BeautifulSoup(html, "html.parser")
        assert page.get_text().strip() == name
        assert not page.find_all(["a", "em", "code", "img", "del", "sup", "input"])


@pytest.mark.parametrize("name", NASTY)
def test_markdown_hostile_name_has_no_automatic_link(name: str) -> None:
    """Some readers turn addresses, and names after an @, into links."""
    assert not re.search(r"://|\bwww\.|@|:\w+:|\$|\w\.org", escape_markdown(name))


@settings(MANY)
@given(name=NAMES)
def test_markdown_any_name_is_shown_unchanged(name: str) -> None:
    name = " ".join(name.split()) or "x"
    page = BeautifulSoup(
        markdown.markdown(escape_markdown(name), extensions=["tables"]), "html.parser"
    )
    assert page.get_text() == name
    assert [tag.name for tag in page.find_all(True)] == ["p"]


@pytest.mark.parametrize("name", NASTY)
def test_html_hostile_name_is_shown_unchanged(name: str) -> None:
    page = BeautifulSoup(rulebook(name).html(), "html.parser")
    assert page.find("h1").get_text() == game(name).name
    assert not [
        a for a in page.find_all("a") if a["href"].startswith(("http://x", "mailto", "ftp"))
    ]


@pytest.mark.parametrize("name", [NASTY[1], NASTY[7], NASTY[17], NASTY[19], NASTY[23]])
def test_svg_hostile_name_is_shown_unchanged(name: str, tmp_path: Path) -> None:
    file = tmp_path / "table.svg"
    shown = re.sub("[<>*~]", "", name)[:22].strip()
    words = ["play", f"duel/{DUEL}", "--custom-names", f"side-1~{shown}", "--svg", str(file)]
    done = CliRunner().invoke(main, words)
    assert (done.exit_code, done.stderr) == (0, "")
    texts = "".join(ET.fromstring(file.read_text()).itertext())
    assert shown in texts


# ------------------------------------------------------------------------------- missing characters


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("Zażółć gęślą jaźń", ()),
        ("שלום عالم 日本", ()),
        ("ก ข ก", ("ก", "ข")),
        ("한국", ("한", "국")),
        ("Dragon 🐉", ("🐉",)),
        ("ᚠ ascii", ("ᚠ",)),
        ("combining \u0e31", ("\u0e31",)),
        ('“quoted” "🐉" Łódź ᚠ', ("🐉", "ᚠ")),
        ("", ()),
        ("plain ASCII ~!@#", ()),
    ],
)
def test_find_missing_characters_returns_those_without_font(
    text: str, missing: tuple[str, ...]
) -> None:
    assert printing.find_missing_characters(text) == missing


def test_find_missing_characters_together_equals_each_alone() -> None:
    characters = [chr(code) for code in range(0xA1, 0x30000, 1_009) if chr(code).isprintable()]
    alone = tuple(each for each in characters if printing.find_missing_characters(each))
    assert len(alone) > 20
    assert len(alone) < len(characters)
    assert printing.find_missing_characters("".join(characters)) == alone


def test_roll_name_with_missing_characters_warns_in_one_line(tmp_path: Path) -> None:
    words = [
        "roll",
        "--seed",
        PUBLISHED,
        "--format",
        "pdf",
        "--part",
        "tokens",
        "-o",
        str(tmp_path / "x.pdf"),
    ]
    done = CliRunner().invoke(
        main, [*words, "--name", "กข Dragon 🐉", "--custom-names", "captain~한x"]
    )
    assert done.exit_code == 0
    assert (
        done.stderr
        == "carnage: no font of the PDF has “ก”, “ข”, “🐉”, “한”. A box is printed instead.\n"
    )
    done = CliRunner().invoke(main, [*words, "--name", "Zażółć"])
    assert (done.exit_code, done.stderr) == (0, "")


def test_pdf_site_with_missing_characters_prints() -> None:
    assert printing.pdf(build_rulebook(game("x")), "tokens", site="https://ไทย.example").startswith(
        b"%PDF"
    )
