"""The catalogue's hands: what is refused, and that the document shows what the tables say."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from carnage import catalog
from carnage.catalog import CatalogError, load_book
from carnage.catalog.dexterity import MAX_TOWER_DICE, Dexterity

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "options.md"
FILE = "battle/dexterity.toml"
# The curves of docs/reference/options.md: the exponent, and by level the tower that falls half the
# time.
CURVES = {"added": (4, (8, 10, 14)), "moved": (5, (11, 13, 16))}
SUPERSCRIPTS = {4: "⁴", 5: "⁵"}
# What to change in the file, into what, and words of the refusal.
BAD = {
    "a hand that is not there": ('code = "steady"', 'code = "iron"', "", "clumsy, average, steady"),
    "an unknown key": ('label = "Steady"', 'label = "Steady"\nleft = true', "", "left"),
    "a missing key": ('label = "Steady"', "", "", "label"),
    "a chance too few": ("added = [0, ", "added = [", "clumsy: added", "not 14"),
    "a chance too many": ("added = [0, ", "added = [0, 0, ", "clumsy: added", "16"),
    "a chance below nothing": ("moved = [0, ", "moved = [-1, ", "clumsy: moved", "0 to 10000"),
    "a chance that is certain and more": (
        "added = [0, ",
        "added = [10001, ",
        "clumsy: added",
        "0 to 10000",
    ),
    "a taller tower that is safer": ("moved = [0, ", "moved = [9999, ", "clumsy: moved", "taller"),
    "a scatter below nothing": ("overshoot = ", "overshoot = -", "clumsy: overshoot", "0 to 3"),
    "a scatter beyond belief": ("along_base = ", "along_base = 10", "clumsy: along_base", "0 to 3"),
}


def edit(tables: Path, old: str, new: str) -> None:
    text = (tables / FILE).read_text(encoding="utf-8")
    assert old in text, f"{FILE} has no {old!r}: mend this test"
    (tables / FILE).write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.mark.parametrize("case", BAD.values(), ids=BAD.keys())
def test_load_book_bad_dexterity_names_its_place(
    case: tuple[str, str, str, str], tables: Path
) -> None:
    old, new, place, word = case
    edit(tables, old, new)
    with pytest.raises(CatalogError) as refused:
        load_book(tables, "classic")
    for part in (FILE, place, word):
        assert part in str(refused.value)


def test_load_book_steadier_hand_with_greater_risk_is_refused(tables: Path) -> None:
    text = (tables / FILE).read_text(encoding="utf-8")
    first, second, third = text.split("[[hand]]")[1:]
    names = [(first, "clumsy", "steady"), (third, "steady", "clumsy")]
    swapped = [part.replace(f'"{old}"', f'"{new}"') for part, old, new in names]
    (tables / FILE).write_text(
        "[[hand]]".join(["", swapped[1], second, swapped[0]]), encoding="utf-8"
    )
    with pytest.raises(CatalogError, match="average must not be worse than clumsy"):
        load_book(tables, "classic")


def test_load_book_family_without_dexterity_file_has_none(tables: Path) -> None:
    (tables / FILE).unlink()
    assert load_book(tables, "classic").dexterity is None


def test_hands_setting_lists_codes_of_hands() -> None:
    book = catalog.book("classic")
    assert book.dexterity is not None
    (values,) = [setting.values for setting in book.settings if setting.name == "hands"]
    assert values == tuple(hand.code for hand in book.dexterity.hand)


def test_dexterity_risks_follow_documented_curves() -> None:
    data = catalog.book("classic").dexterity
    assert data is not None
    for place, hand in enumerate(data.hand):
        for risk, (steep, even) in CURVES.items():
            curve = [
                round(10_000 / (1 + (even[place] / n) ** steep))
                for n in range(2, MAX_TOWER_DICE + 1)
            ]
            assert list(getattr(hand, risk)) == [0, *curve], (hand.code, risk)
        assert list(hand.struck) == [3000 + 200 * n for n in range(MAX_TOWER_DICE)]


def test_get_level_returns_hand_of_code() -> None:
    data = catalog.book("classic").dexterity
    assert data is not None
    assert [data.get_level(hand.code) for hand in data.hand] == list(data.hand)
    with pytest.raises(KeyError):
        data.get_level("iron")


def test_dexterity_document_has_table_of_data() -> None:
    data = catalog.book("classic").dexterity
    assert data is not None
    table = "\n".join(list_level_rows(data))
    assert f"\n\n{table}\n\n" in PAGE.read_text(encoding="utf-8")


def test_dexterity_document_has_formulas_of_curves() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for steep, _ in CURVES.values():
        assert f"1 / (1 + (m / n){SUPERSCRIPTS[steep]})" in text


def write_row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def list_level_rows(data: Dexterity) -> Iterator[str]:
    """Yield the rows of the table of docs/reference/options.md: for each level the scatter of
    thrown dice, and the towers that fall half the time.
    """
    heads = ("level", "beyond the aim", "deviation along", "deviation across")
    towers = ("m when a die is added", "m for an inch")
    yield write_row(*heads, *towers)
    yield write_row(*["---"] * len(heads + towers))
    for place, hand in enumerate(data.hand):
        s = hand.scatter
        yield write_row(
            hand.label,
            f"{s.overshoot:g} of the distance",
            f'{s.along_base:g}" + {s.along_share:g} of the distance',
            f'{s.across_base:g}" + {s.across_share:g} of the distance',
            *(str(even[place]) for _, even in CURVES.values()),
        )
