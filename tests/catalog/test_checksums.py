"""Texts are checked when a book is loaded, unless its checksum says that they have passed as
they are.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from carnage import catalog
from carnage.catalog import CatalogError, load_book, sheet_validation, validation
from carnage.catalog.checksums import CHECKSUMS_FILE, checksum, is_checked
from carnage.catalog.toml import read_toml

Change = Callable[[Path], object]

# A text with a number typed into it, which only the checks of texts refuse.
RULE, PITCH = "battle/units.toml", "battle/sheet.toml"


def append(name: str, text: str) -> Change:
    return lambda tables: (tables / name).write_text(
        (tables / name).read_text("utf-8") + text, "utf-8"
    )


CHANGES: dict[str, Change] = {
    "the book": append("books/classic.toml", "\n"),
    "the sources": append("sources.toml", "\n"),
    "a table": append(RULE, "\n"),
    "the sheet": append(PITCH, "\n"),
    "a picture": append("battle/arc.scene", "\n"),
    "a file more": lambda tables: (tables / "battle" / "more.toml").write_text("", "utf-8"),
    "a file less": lambda tables: (tables / "battle" / "gangs.toml").unlink(),
    "another name": lambda tables: (tables / "battle" / "gangs.toml").rename(
        tables / "battle" / "a.toml"
    ),
}


@pytest.fixture
def no_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The checks of texts fail the test that comes to them."""

    def fail(*given: object) -> None:
        pytest.fail("texts are checked")

    monkeypatch.setattr(validation, "check_table", fail)
    monkeypatch.setattr(sheet_validation, "check_sheet", fail)


@pytest.mark.parametrize("code", catalog.book_codes())
def test_load_book_with_and_without_checks_is_equal(code: str) -> None:
    checked = load_book(catalog.TABLES, code, trust_checksum=False)
    assert repr(checked) == repr(catalog.book(code))


def test_checksums_recorded_are_up_to_date() -> None:
    families = {code: catalog.family_code(code) for code in catalog.book_codes()}
    recorded = read_toml(catalog.TABLES, CHECKSUMS_FILE, dict[str, str])
    actual = {code: checksum(catalog.TABLES, code, family) for code, family in families.items()}
    assert recorded == actual, "run `make tables`"


@pytest.mark.parametrize("code", catalog.book_codes())
def test_load_book_checksum_recorded_skips_checks(code: str, no_checks: None) -> None:
    assert load_book(catalog.TABLES, code).code == code


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_is_checked_file_changed_is_false(change: Change, tables: Path) -> None:
    assert is_checked(tables, "classic", "battle")
    change(tables)
    assert not is_checked(tables, "classic", "battle")


def test_is_checked_without_recorded_checksum_is_false(tables: Path) -> None:
    (tables / "books" / "classic.toml").rename(tables / "books" / "mine.toml")
    assert not is_checked(tables, "mine", "battle")
    (tables / CHECKSUMS_FILE).unlink()
    assert not is_checked(tables, "skirmish", "battle")


@pytest.mark.parametrize("name", [RULE, PITCH])
def test_load_book_bad_text_is_refused_despite_recorded_checksum(name: str, tables: Path) -> None:
    path = tables / name
    text = path.read_text("utf-8")
    path.write_text(text.replace('text = "', 'text = "17 ', 1), "utf-8")
    with pytest.raises(CatalogError, match="the number 17 is typed into the text"):
        load_book(tables, "classic")
