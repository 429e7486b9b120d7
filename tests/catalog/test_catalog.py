"""The catalogue refuses bad data, and says where it is."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import asdict

from carnage import catalog
from carnage.catalog import CatalogError, load_book
from carnage.catalog.template_names import list_required_traits
from carnage.rulesets.ruleset import resolve
from carnage.seeds import Seed
from tests.support.edits import Edit

BOOK = "books/classic.toml"
BAD = {
    "an edition in the wrong place": (BOOK, "edition = 1", "edition = 2", BOOK, "<book>-<n>.toml"),
    "two options on one roll": (
        BOOK,
        '"0-4" = "squads"',
        '"0-5" = "squads"',
        f"{BOOK}: units",
        "roll 5",
    ),
    "a roll without an option": (
        BOOK,
        '"0-4" = "squads"',
        '"0-3" = "squads"',
        f"{BOOK}: units",
        "gap",
    ),
    "a roll beyond the die": (BOOK, '"5-9" = "ind', '"5-10" = "ind', f"{BOOK}: units", "0 to 9"),
    "a roll that is no roll": (BOOK, '"5-9" = "ind', '"five" = "ind', f"{BOOK}: units", "'five'"),
    "an option that is not there": (
        BOOK,
        '= "individuals"',
        '= "hordes"',
        f"{BOOK}: units",
        "hordes",
    ),
    "a table that is not there": (
        BOOK,
        'id = "stats"',
        'id = "statistics"',
        "battle/statistics.toml",
        "no such file",
    ),
    "a table that stands twice": (BOOK, 'id = "terrain"', 'id = "special"', BOOK, "twice"),
    "chapters cut apart": (
        BOOK,
        'id = "units"\nchapter = "The Basics"',
        'id = "units"\nchapter = "Elsewhere"',
        BOOK,
        "together",
    ),
    "an unknown key in a book": (BOOK, "frozen = true", "frozen = true\nprice = 5", BOOK, "price"),
    "an unknown key in a glossary": (
        "battle/glossary.toml",
        "[[term]]",
        "[[terms]]",
        "battle/glossary.toml",
        "terms",
    ),
    "an unknown key in an option": (
        "battle/units.toml",
        'code = "individuals"',
        'code = "individuals"\ncolour = "red"',
        "battle/units.toml",
        "colour",
    ),
    "a missing key": (
        "battle/units.toml",
        'label = "Individuals"',
        "",
        "battle/units.toml",
        "label",
    ),
    "no TOML at all": ("battle/units.toml", "[[option]]", "[[option", "battle/units.toml", ""),
    "a code that stands twice": (
        "battle/units.toml",
        'code = "individuals"',
        'code = "squads"',
        "battle/units.toml",
        "twice",
    ),
    "an option that does nothing": (
        "battle/units.toml",
        'does = "Every figure',
        'does = ""\n# "Every figure',
        "battle/units.toml",
        "does",
    ),
    "an unknown trait given": (
        "battle/units.toml",
        'gives = ["individuals"]',
        'gives = ["individuals", "lone-wolves"]',
        "battle/units.toml: individuals",
        "lone-wolves",
    ),
    "an unknown trait asked about": (
        "battle/units.toml",
        "A **unit** is a single model.",
        'A **unit** is a single model.{% if has("hordes") %}{% endif %}',
        "battle/units.toml: individuals",
        "hordes",
    ),
    "an unknown trait needed": (
        "battle/game-tokens.toml",
        'needs = ["game-tokens"]',
        'needs = ["coins"]',
        "battle/game-tokens.toml",
        "coins",
    ),
    "a parameter that the text never shows": (
        "battle/units.toml",
        "params = { cohesion = 1 }",
        "params = { cohesion = 1, spare = 2 }",
        "battle/units.toml: squads",
        "spare",
    ),
    "a table's parameter that no text shows": (
        "battle/morale.toml",
        "params = { distance = 6, ",
        "params = { spare = 2, distance = 6, ",
        "battle/morale.toml",
        "spare",
    ),
    "a placeholder without a parameter": (
        "battle/units.toml",
        "params = { cohesion = 1 }",
        "params = {}",
        "battle/units.toml: squads",
        "cohesion",
    ),
    "a number typed into a text": (
        "battle/units.toml",
        "A **unit** is a single model.",
        "A **unit** is 1 model.",
        "battle/units.toml: individuals",
        "number 1",
    ),
    "a number typed into a brief": (
        "battle/units.toml",
        'brief = "A squad activates together',
        'brief = "A squad of 10 activates together',
        "battle/units.toml: squads",
        "number 10",
    ),
    "a text that is no template": (
        "battle/units.toml",
        "A **unit** is a single model.",
        "A **unit** is {{ a single model.",
        "battle/units.toml: individuals",
        "line",
    ),
    "an unknown source": (
        "battle/units.toml",
        'code = "individuals"',
        'code = "individuals"\nsource = "hearsay"',
        "battle/units.toml: individuals",
        "hearsay",
    ),
    "a book's parameter that the table lacks": (
        BOOK,
        'id = "morale"',
        'id = "morale"\nparams = { reach = 7 }',
        "morale",
        "reach",
    ),
    "an unknown source credited": (
        BOOK,
        'credits = ["rule-of-carnage"',
        'credits = ["hearsay"',
        f"{BOOK}: credits",
        "hearsay",
    ),
    "an option of nobody's": (
        "battle/morale.toml",
        'source = "rule-of-carnage"\n',
        "",
        "battle/morale.toml: fleeing",
        "source",
    ),
    "an example that takes what it has not": (
        "battle/units.toml",
        "{{ given.",
        "{{ given.un",
        "battle/units.toml: squads: example",
        "given.un",
    ),
    "numbers at a roll that there is not": (
        BOOK,
        '[table.at]\n"0"',
        '[table.at]\n"12"',
        BOOK,
        "roll 12",
    ),
    "a figure without a stat": (
        "battle/roster.toml",
        "speed = 6, ranged_skill",
        "ranged_skill",
        "captain",
        "stats",
    ),
    "a figure with an unknown weapon": (
        "battle/roster.toml",
        '["handgun", "sword"]',
        '["handgun", "lance"]',
        "captain",
        "weapons",
    ),
    "a grade that no scale knows": (
        "battle/roster.toml",
        'ranged_skill = "good"',
        'ranged_skill = "superb"',
        "captain",
        "superb",
    ),
    "a group with an unknown figure": (
        "battle/roster.toml",
        'models = ["captain"]',
        'models = ["general"]',
        "the muster of individuals",
        "unknown figures",
    ),
    "a table that is read twice": (
        "books/classic.toml",
        'tables = ["movement"]',
        'tables = ["movement", "victory"]',
        "books/classic.toml: reading",
        "victory",
    ),
    "a table that nobody reads": (
        "books/classic.toml",
        'tables = ["movement"]',
        "tables = []",
        "books/classic.toml: reading",
        "movement",
    ),
    "a picture that is not there": (
        "battle/arc-of-sight.toml",
        'picture = "arc.scene"',
        'picture = "lost.scene"',
        "battle/lost.scene",
        "cannot be read",
    ),
    "a glossary entry for an unknown trait": (
        "battle/glossary.toml",
        'needs = ["doomed-tokens"]',
        'needs = ["zeal"]',
        "Doomed Token",
        "zeal",
    ),
}


@pytest.mark.parametrize("case", BAD.values(), ids=BAD.keys())
def test_load_book_bad_data_names_its_place(
    case: tuple[str, str, str, str, str], edit: Edit
) -> None:
    file, old, new, place, word = case
    with pytest.raises(CatalogError) as refused:
        load_book(edit(file, old, new), "classic")
    assert place in str(refused.value)
    assert word in str(refused.value)
    assert "\n" not in str(refused.value)


PLAYERS = "books/gamble.toml"
BADLY_SEATED = {
    "too many": ('"9" = { players = 6 }', '"9" = { players = 7 }', "2 to 6 at every roll, not 7"),
    "alone": ('"0-1" = { players = 2 }', '"0-1" = { players = 1 }', "not 1"),
    "a roll that does not say": ('"9" = { players = 6 }', "", "a roll of 9 has none"),
    "a family that is no word": ('family = "gamble"', 'family = "gam-ble"', "one word"),
}


@pytest.mark.parametrize("case", BADLY_SEATED.values(), ids=BADLY_SEATED.keys())
def test_load_book_bad_roles_are_refused(case: tuple[str, str, str], edit: Edit) -> None:
    old, new, word = case
    root = edit(PLAYERS, old, new)
    (root / "gam-ble").symlink_to(root / "gamble")
    with pytest.raises(CatalogError, match=word):
        load_book(root, "gamble")


def test_load_book_family_without_glossary_has_empty_glossary(edit: Edit) -> None:
    root = edit(PLAYERS, 'title = "Gamble"', 'title = "Copy"')
    (root / "gamble" / "glossary.toml").unlink()
    assert load_book(root, "gamble").glossary == ()


def test_load_book_of_copy_equals_original(edit: Edit) -> None:
    copy = load_book(edit(BOOK, 'title = "Classic"', 'title = "Copy"'), "classic")
    assert [*map(asdict, copy.tables)] == [*map(asdict, catalog.book("classic").tables)]


def test_load_book_params_of_book_override_table(edit: Edit) -> None:
    root = edit(BOOK, 'id = "morale"\n', 'id = "morale"\nparams = { distance = 7 }\n')
    assert load_book(root, "classic").table("morale").params["distance"] == 7


def test_book_unknown_code_table_or_option_raises_key_error() -> None:
    with pytest.raises(KeyError):
        catalog.book("chess")
    book = catalog.book("classic")
    with pytest.raises(KeyError):
        book.table("chess")
    with pytest.raises(KeyError):
        book.digit_offset("stats")
    with pytest.raises(KeyError):
        book.table("units").option("hordes")


def test_book_every_code_loads() -> None:
    for code in catalog.book_codes():
        book = catalog.book(code)
        assert sum(book.groups) == book.length
        assert book.code == code


def test_load_book_later_edition_has_its_own_path(edit: Edit) -> None:
    root = edit(BOOK, "edition = 1", "edition = 2")
    (root / BOOK).rename(root / "books" / "classic-2.toml")
    book = load_book(root, "classic-2")
    assert resolve(book, Seed("243856987615781")).path == "/classic-2/243856987615781"


def test_list_required_traits_returns_traits_in_conditions() -> None:
    asked = list_required_traits('{% if has("squads") %}{{ 3|inches }}{% endif %}')
    assert asked == {"squads", "centimetres"}
    with pytest.raises(CatalogError):
        list_required_traits("{{ has(trait) }}")


@pytest.mark.parametrize("code", catalog.book_codes())
def test_book_traits_in_texts_are_given_by_some_option(code: str) -> None:
    """A trait that no option gives would hide the texts that depend on it."""
    family = catalog.book(code).family
    given = {
        trait
        for each in map(catalog.book, catalog.book_codes())
        if each.family == family
        for table in each.tables
        for option in table.options
        for trait in option.gives
    }
    assert set(catalog.book(code).traits) == given


THREADS_READ = """
import sys, threading
from pathlib import Path
from carnage.catalog.toml import Entry, read_toml

root = Path(sys.argv[1])
sys.setswitchinterval(1e-6)
for _ in range(100):
    class Dice(Entry, frozen=True):
        sides: int
    class Towers(Entry, frozen=True):
        name: str
        dice: tuple[Dice, ...]
    threads = [threading.Thread(target=read_toml, args=(root, "towers.toml", Towers)) for _ in range(8)]
    for thread in threads: thread.start()
    for thread in threads: thread.join()
"""


def test_read_toml_in_threads_for_first_time_succeeds(tmp_path: Path) -> None:
    (tmp_path / "towers.toml").write_text('name = "Tall"\ndice = [{ sides = 6 }, { sides = 8 }]\n')
    ended = subprocess.run(
        [sys.executable, "-c", THREADS_READ, str(tmp_path)], capture_output=True, text=True
    )
    assert (ended.returncode, ended.stderr) == (0, "")


@pytest.mark.parametrize(("book", "rounds"), [("classic", "3-10"), ("skirmish", "2-7")])
def test_label_of_option_may_be_that_of_a_book(book: str, rounds: str) -> None:
    table = catalog.book(book).table("game-length")
    labels = {option.code: option.label for option in table.options}
    assert labels["uncertain-round-limit-3-10"] == f"Uncertain Round Limit ({rounds})"
