"""The documents are true: the template option loads, its rulebook reads well, links lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import schemas

import carnage
from carnage import catalog
from carnage.catalog import load_book
from carnage.rulebook import build_rulebook
from carnage.ruleset import resolve
from carnage.seeds import Seed

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
OLD_COMPILER = "num" + "ba"  # Its name is in the decision record and the changelog alone.
PAGE = DOCS / "adding-an-option.md"
BOX = re.compile(r"<!-- (append to|replace in) (\S+?)(?:: (.+?))? -->\n```toml\n(.*?)```", re.DOTALL)


@pytest.fixture
def with_the_template(tables: Path) -> Path:
    """A copy of the tables with everything done to it that the page says."""
    boxes = BOX.findall(PAGE.read_text(encoding="utf-8"))
    assert len(boxes) == 4
    for what, file, old, new in boxes:
        path = tables / file
        text = path.read_text(encoding="utf-8")
        if what == "append to":
            text += "\n" + new
        else:
            assert old in text, f"{file} changed: mend docs/adding-an-option.md"
            text = text.replace(old, new.strip())
        path.write_text(text, encoding="utf-8")
    return tables


def test_the_template_option_loads_and_is_printed(with_the_template: Path) -> None:
    book = load_book(with_the_template, "skirmish")
    seeds = re.findall(r"carnage roll --seed (\d+)", PAGE.read_text(encoding="utf-8"))
    assert len(seeds) == 1
    game = resolve(book, Seed(seeds[0]))
    assert game.has("pinned-tokens")
    text = build_rulebook(game).markdown()
    assert 'every friendly unit that was within 6" of it and had it in line of sight is **rattled**' in text
    assert "**[Pinned]** If the test fails, the unit gets a Pinned Token. In its next activation it" in text
    assert 'no farther than 2", whatever its Speed.' in text
    assert re.search(r"- \*\*Pinned Token\*\*: Marks a unit.*\n- \*\*(P[j-z]|[Q-Z])", text)
    assert "- A handful of Pinned Tokens" in text
    assert "> **Example.** A pinned model with Speed 6 crawls" in text
    assert "suppressing" in {tag for choice in game.choices for tag in choice.option.tags}
    without = resolve(book, game.seed.replaced(book.place("morale"), "0"))
    assert "inned" not in build_rulebook(without).markdown()


def test_links_between_documents_lead_somewhere() -> None:
    for page in DOCS.rglob("*.md"):
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_python_files_that_documents_name_exist() -> None:
    """A file may be named by the end of its path, such as `harm/morale.py`."""
    folders = ("carnage", "tests", "bench", "tools", "docs")
    paths = [path.as_posix() for folder in folders for path in (ROOT / folder).rglob("*.py")]
    for page in DOCS.rglob("*.md"):
        for name in re.findall(r"(?<![\w>}*/])[\w/]+\.py\b", page.read_text(encoding="utf-8")):
            assert any(path.endswith(f"/{name}") for path in paths), f"{page.name}: {name}"


def test_make_targets_that_documents_name_exist() -> None:
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), flags=re.MULTILINE)
    for page in DOCS.rglob("*.md"):
        for target in re.findall(r"`make ([a-z]+)", page.read_text(encoding="utf-8")):
            assert target in targets, f"{page.name}: make {target}"


def test_no_document_but_the_decision_names_the_former_compiler() -> None:
    pages = [
        page.name for page in DOCS.rglob("*.md") if OLD_COMPILER in page.read_text(encoding="utf-8").lower()
    ]
    assert pages == ["0001-rules-in-c.md"]


def test_architecture_names_every_room_and_module() -> None:
    text = (DOCS / "architecture.md").read_text(encoding="utf-8")
    package = Path(carnage.__file__).parent
    for module in (*(package / "catalog").glob("*.py"), *(package / "rulebook").glob("*.py")):
        if module.name not in {"__init__.py", "templates.py"}:
            assert f"`{module.name}`" in text, module.name


def test_glossary_names_real_things() -> None:
    text = (DOCS / "glossary.md").read_text(encoding="utf-8")
    traits = catalog.book("classic").traits
    for trait in re.findall(r"trait `([a-z-]+)`", text):
        assert trait in traits
    rows = re.findall(r"^\| ([A-Za-z][\w ]*) \|", text, flags=re.MULTILINE)[1:]
    assert rows == sorted(rows, key=str.lower)


@pytest.mark.parametrize("name", schemas.FORMATS)
def test_schemas_are_as_the_types_say(name: str) -> None:
    assert schemas.path(name).read_text(encoding="utf-8") == schemas.schema(name), "make schemas"
