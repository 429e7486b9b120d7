"""Test the statements of the documentation: names, links and tables that agree with the code."""

from __future__ import annotations

import json
import pkgutil
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
import pytest

import carnage
from carnage import catalog
from carnage.catalog import load_book, schema
from carnage.catalog.settings import Setting
from carnage.replays import replay
from carnage.rulebook import build_rulebook
from carnage.rulesets.ruleset import resolve
from carnage.seeds import Seed
from tests.support import schemas

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "carnage"
DOCS = ROOT / "docs"
OTHER_PAGES = tuple(
    ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md")
)
PAGES = (*sorted(DOCS.rglob("*.md")), *OTHER_PAGES)
MAX_PAGES = 25
MAX_LINES = 2_200
MAX_LINE_LENGTH = 140
OLD_COMPILER = "num" + "ba"  # Only the decision record and the changelog may name it.
NEW_OPTION = DOCS / "how-to" / "add-an-option.md"
NEW_OPTION_BLOCK = re.compile(
    r"<!-- (append to|replace in) (\S+?)(?:: (.+?))? -->\n```toml\n(.*?)```", re.DOTALL
)
FOLDERS = ("carnage", "tests", "bench", "tools", "docs", "static")
CODE_SPAN = re.compile(r"`([^`\n]+)`")


def read_text(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def prose_of(page: Path) -> str:
    """Return a page without its code blocks."""
    return re.sub(r"^```.*?^```$", "", read_text(page), flags=re.MULTILINE | re.DOTALL)


def anchors_of(page: Path) -> set[str]:
    """Return the anchors of a page's headings, as MyST and GitHub make them."""
    titles = re.findall(r"^#+ (.+)$", prose_of(page), flags=re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


def id_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


each_page = pytest.mark.parametrize("page", PAGES, ids=id_of)


@pytest.fixture
def tables_with_new_option(tables: Path) -> Path:
    """Return a copy of the tables with the blocks of the guide in it."""
    blocks = NEW_OPTION_BLOCK.findall(read_text(NEW_OPTION))
    assert len(blocks) == 4
    for action, file, old, new in blocks:
        path = tables / file
        text = read_text(path)
        if action == "append to":
            text += "\n" + new
        else:
            assert old in text, f"{file} changed: update docs/how-to/add-an-option.md"
            text = text.replace(old, new.strip())
        path.write_text(text, encoding="utf-8")
    return tables


def test_guide_option_loads_and_is_printed(tables_with_new_option: Path) -> None:
    book = load_book(tables_with_new_option, "skirmish")
    (seed,) = re.findall(r"carnage roll --seed (\d+)", read_text(NEW_OPTION))
    game = resolve(book, Seed(seed))
    assert game.has("pinned-tokens")
    text = build_rulebook(game).markdown()
    for part in (
        'every friendly unit that was within 6" of it and had it in line of sight is **rattled**',
        "**[Pinned]** If the test fails, give the unit a Pinned Token. In its next activation it",
        'may Move at most 2", whatever its Speed.',
        "A handful of Pinned Tokens.",
        "> **Example.** A pinned model with Speed 6 moves",
    ):
        assert part in " ".join(text.split()), part
    assert re.search(r"- \*\*Pinned Token\*\*: Marks a unit.*\n- \*\*(P[j-z]|[Q-Z])", text)
    assert "suppressing" in {tag for choice in game.choices for tag in choice.option.tags}


def test_guide_option_does_not_change_other_games(tables_with_new_option: Path) -> None:
    book = load_book(tables_with_new_option, "skirmish")
    (seed,) = re.findall(r"carnage roll --seed (\d+)", read_text(NEW_OPTION))
    other = resolve(book, Seed(seed).replaced(book.digit_offset("morale"), "0"))
    assert "inned" not in build_rulebook(other).markdown()


def test_pages_and_their_lines_are_within_limits() -> None:
    pages = sorted(DOCS.rglob("*.md"))
    assert len(pages) <= MAX_PAGES
    assert sum(len(read_text(page).splitlines()) for page in pages) <= MAX_LINES


@pytest.mark.parametrize("page", sorted(DOCS.rglob("*.md")), ids=id_of)
def test_page_lines_outside_tables_and_code_are_short(page: Path) -> None:
    for line in prose_of(page).splitlines():
        assert line.startswith("|") or len(line) <= MAX_LINE_LENGTH, line


@each_page
def test_page_links_are_found(page: Path) -> None:
    for target in re.findall(r"\]\((?!http)([^)\s]+)\)", prose_of(page)):
        name, _, anchor = target.partition("#")
        other = page if not name else (page.parent / name).resolve()
        assert other.exists(), target
        if anchor:
            assert anchor in anchors_of(other), target


@cache
def repository_files() -> tuple[str, ...]:
    """Return the paths of all files in the folders of the project, and of those beside them."""
    found = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*")]
    return tuple(path.relative_to(ROOT).as_posix() for path in [*found, *ROOT.iterdir()])


def is_placeholder(name: str) -> bool:
    return bool(re.search(r"[<*…]", name))


@each_page
def test_page_paths_exist(page: Path) -> None:
    """Accept the end of a path, such as `harm/morale.py`."""
    for span in CODE_SPAN.findall(prose_of(page)):
        for name in re.findall(r"[\w./<>*…-]+", span):
            if is_placeholder(name):
                continue
            if re.match(rf"({'|'.join(FOLDERS)})/", name):
                assert (ROOT / name).exists(), name
            elif re.search(r"\w\.(py|html)$", name) or re.search(r"^[a-z-]+\.toml$", name):
                assert any(f"/{path}".endswith(f"/{name}") for path in repository_files()), name


@cache
def module_names() -> tuple[str, ...]:
    names = [module.name for module in pkgutil.walk_packages([str(PACKAGE)], "carnage.")]
    return tuple(name for name in names if not name.endswith("__main__"))


def find_attribute(name: str) -> Any:
    """Return the module or attribute with this dotted name, which starts with `carnage`."""
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        try:
            owner = import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        for part in parts[length:]:
            owner = getattr(owner, part)
        return owner
    raise AssertionError(name)


@each_page
def test_page_dotted_names_exist(page: Path) -> None:
    for name in re.findall(r"(?<![\w/])carnage(?:\.[A-Za-z_]\w*)+", read_text(page)):
        if "carnage.example" not in name:
            find_attribute(name)


def test_pages_make_targets_exist() -> None:
    targets = re.findall(r"^([a-z-]+):", read_text(ROOT / "Makefile"), flags=re.MULTILINE)
    for page in PAGES:
        for target in re.findall(r"(?:`|\$ )make ([a-z-]+)", read_text(page)):
            assert target in targets, f"{page.name}: make {target}"


def test_readme_and_contributing_name_main_targets() -> None:
    assert "make serve" in read_text(ROOT / "README.md")
    named = set(re.findall(r"`make ([a-z-]+)", read_text(ROOT / "CONTRIBUTING.md")))
    assert {"serve", "test", "check", "soak", "bench", "docs", "docs-links"} <= named


@pytest.mark.parametrize("page", sorted(DOCS.rglob("*.md")), ids=id_of)
def test_page_first_line_states_its_purpose(page: Path) -> None:
    first = prose_of(page).split("\n\n")[1]
    assert re.match(r"(After|On|From) this (page|guide|tutorial),? you ", first), first[:80]


def test_former_compiler_is_named_only_in_decision() -> None:
    pages = [page.name for page in DOCS.rglob("*.md") if OLD_COMPILER in read_text(page).lower()]
    assert pages == ["0001-rules-in-c.md"]


def test_code_map_has_exactly_the_packages() -> None:
    picture = read_text(DOCS / "explanation" / "code-map.svg")
    names = {
        name for text in re.findall(r'class="n">([^<]+)<', picture) for name in text.split(", ")
    }
    packages = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    assert packages - {"engine"} <= names
    for name in names - {"static", "engine/&lt;family&gt;"}:
        assert (PACKAGE / name).exists() or (PACKAGE / f"{name}.py").exists(), name


def table_below(page: Path, head: str) -> list[list[str]]:
    """Return the cells of the table whose first heading is `head`."""
    rows = re.search(
        rf"^\| {re.escape(head)} \|.*\n\|[ -|]+\n((?:\|.*\n)+)", read_text(page), re.MULTILINE
    )
    assert rows, head
    return [[cell.strip() for cell in row.strip("|").split(" | ")] for row in rows[1].splitlines()]


def test_engine_page_tables_and_modules_exist() -> None:
    known = {table.id for code in ("classic", "skirmish") for table in catalog.book(code).tables}
    for ids, modules in table_below(DOCS / "explanation" / "engine.md", "table of battles"):
        assert set(re.split(r"[,;] ", ids.strip("| "))) <= known, ids
        for module in re.findall(r"`([\w/]+\.py)`", modules):
            assert (PACKAGE / "engine" / "battle" / module).exists(), module


def test_engine_page_leads_to_module_of_each_table() -> None:
    page = prose_of(DOCS / "explanation" / "engine.md")
    for code in catalog.book_codes():
        book = catalog.book(code)
        modules = {path.stem for path in (PACKAGE / "engine" / book.family).rglob("*.py")}
        for table in book.rolled:
            only_numbers = len({frozenset(option.params) for option in table.options}) == 1
            is_named = table.id in page or table.title in page
            assert table.id.replace("-", "_") in modules or is_named or only_numbers, (
                code,
                table.id,
            )


@pytest.mark.parametrize(
    ("head", "form"),
    [
        ("key of an option", schema.Option),
        ("key of a table", schema.TableFile),
        ("key of a table in a book", schema.BookTable),
        ("key of a book", schema.BookFile),
        ("key of a term", schema.Term),
        ("key of a setting", Setting),
    ],
)
def test_options_page_lists_keys_of_catalogue(head: str, form: type[msgspec.Struct]) -> None:
    rows = table_below(DOCS / "reference" / "options.md", head)
    documented = [key for row in rows for key in re.findall(r"`(\w+)`", row[0])]
    assert sorted(documented) == sorted(form.__struct_fields__)


def keys_in(data: Any) -> Iterator[str]:
    """Yield the keys of nested JSON objects as paths, except those named by the data themselves."""
    if isinstance(data, dict):
        for key, value in data.items():
            if key in ("params", "stats", "rules"):
                yield key
            else:
                yield from (key, *(f"{key}.{inner}" for inner in keys_in(value)))
    elif isinstance(data, list):
        for value in data[:1]:
            yield from keys_in(value)


def json_block(name: str) -> Any:
    """Return the JSON block of the reference behind a comment with this name."""
    text = read_text(DOCS / "reference" / "api.md")
    (block,) = re.findall(rf"<!-- keys of: {name} -->\n```json\n(.*?)```", text, flags=re.DOTALL)
    return json.loads(block)


def test_api_page_lists_keys_of_game() -> None:
    game = carnage.roll("classic", "243856987615781").json()
    assert set(keys_in(json_block("game"))) == set(keys_in(game))


def test_api_page_lists_keys_of_simulation() -> None:
    played = carnage.simulate("gamble/275839227920", games=20).json()
    assert set(keys_in(json_block("simulation"))) == set(keys_in(played))


def test_api_page_step_is_valid() -> None:
    step = msgspec.convert(json_block("step"), replay.ReplayStep)
    assert step.pieces is not None
    assert step.event == "move"


def test_api_page_lists_columns_of_games() -> None:
    pytest.importorskip("pyarrow")
    rows = table_below(DOCS / "reference" / "api.md", "column")
    documented = {name for row in rows for name in re.findall(r"`(\w+)`", row[0])}
    table = carnage.simulate("gamble/275839227920", 2).table()
    assert {re.sub(r"_[1-5]$", "_0", name) for name in table.column_names} == documented


def test_glossary_is_sorted_and_names_exist() -> None:
    text = read_text(DOCS / "glossary.md")
    rows = table_below(DOCS / "glossary.md", "term")
    terms = [row[0].strip("| ").lower() for row in rows]
    assert terms == sorted(set(terms))
    assert set(re.findall(r"trait `([a-z-]+)`", text)) <= set(catalog.book("classic").traits)
    for row in rows:
        for name in re.findall(r"`(\w+(?:\.\w+)+)`", row[-1]):
            assert is_name_of_the_code(name), name


def is_name_of_the_code(name: str) -> bool:
    """Return whether a name is the end of a module's path, such as `games.Match`, or a class with
    an attribute.
    """
    owner, _, last = name.rpartition(".")
    for module in module_names():
        if f".{module}".endswith(f".{name}"):
            return True
        if f".{module}".endswith(f".{owner}") and hasattr(import_module(module), last):
            return True
    sources = [read_text(path) for path in PACKAGE.rglob("*.py")]
    return any(re.search(rf"^class {owner}\b.*?\b{last}\b", text, re.M | re.S) for text in sources)


@pytest.mark.parametrize("name", schemas.FORMATS)
def test_schemas_match_types(name: str) -> None:
    assert read_text(schemas.path(name)) == schemas.schema(name), "make schemas"
