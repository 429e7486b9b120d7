"""Load a book from a folder laid out like `tables/`, with checks of its data.

Checks of texts are skipped if a checksum says that they have passed (`checksums.py`). The engine's
tests check that each option is implemented.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Mapping
from importlib.resources.abc import Traversable
from types import MappingProxyType

import msgspec

from carnage.catalog.book_validation import check_book
from carnage.catalog.checksums import is_checked
from carnage.catalog.dexterity import Dexterity, check_dexterity
from carnage.catalog.draft_seeds import check_drafts
from carnage.catalog.norms import Norms, check_norms
from carnage.catalog.rosters import ROSTER_WORDS, Roster
from carnage.catalog.schema import (
    Book,
    BookFile,
    BookTable,
    ChapterOrder,
    GlossaryFile,
    Option,
    Source,
    Table,
    TableFile,
    Term,
)
from carnage.catalog.settings import Setting, SettingsFile, check_settings
from carnage.catalog.sheets import GameNames, Sheet, check_names
from carnage.catalog.toml import CatalogError, T, display_path, list_files, read_optional, read_toml


def load_book(root: Traversable, code: str, trust_checksum: bool = True) -> Book:
    """Load a book with everything that it names. Raises CatalogError for bad data.

    Args:
        root: A folder laid out like `tables/`.
        code: The book's code.
        trust_checksum: Skip the checks of texts if the files are unchanged since they passed.
    """
    file = read_book_file(root, code)
    sources = read_sources(root)
    files = {
        entry.id: _read_table_file(root, f"{file.family}/{entry.id}.toml") for entry in file.table
    }
    book = _build_book(root, code, file, files)
    if not (trust_checksum and is_checked(root, code, book.family)):
        words = ROSTER_WORDS if file.roster else frozenset[str]()
        _check_texts(root, book, files, sources, words)
    check_book(book, sources)
    check_drafts(book, display_path(f"books/{code}.toml"))
    return book


def _build_book(
    root: Traversable, code: str, file: BookFile, files: Mapping[str, TableFile]
) -> Book:
    """Make a book from its file and those of its tables."""
    family = file.family
    traits = read_traits(root, family)
    sheet = read_toml(root, f"{family}/sheet.toml", Sheet)
    tables = tuple(_build_table(code, family, files[entry.id], entry) for entry in file.table)
    return Book(
        code=code,
        title=file.title,
        family=family,
        edition=file.edition,
        frozen=file.frozen,
        tagline=file.tagline,
        intro=file.intro,
        credits=file.credits,
        tables=tables,
        reading=file.reading or _sort_chapters(tables),
        # Without a roster, the games of a book have no forces.
        roster=read_toml(root, f"{family}/{file.roster}.toml", Roster) if file.roster else Roster(),
        traits=MappingProxyType(traits),
        glossary=_read_glossary(root, family),
        sheet=sheet,
        names=_read_game_names(root, family),
        pictures=MappingProxyType(_read_pictures(root, family, sheet, tables)),
        settings=read_settings(root, family, traits),
        dexterity=_read_dexterity(root, family),
        norms=_read_norms(root, code),
        drafts=file.draft,
    )


def _check_texts(
    root: Traversable,
    book: Book,
    files: Mapping[str, TableFile],
    sources: Container[str],
    words: frozenset[str],
) -> None:
    """Raise CatalogError for an invalid text of a table or of the sheet.

    Args:
        root: The folder that the book was read from.
        book: The book.
        files: The files of its tables, by their ids.
        sources: The codes of all sources.
        words: Names that texts of tables may use besides parameters.
    """
    from carnage.catalog.sheet_validation import check_sheet
    from carnage.catalog.validation import check_table  # imported here because they need Jinja

    for table in book.tables:
        check_table(
            display_path(f"{book.family}/{table.id}.toml"), table, book.traits, sources, words
        )
    # A sheet may name tables of the family that this book does not have.
    check_sheet(book, list_files(root, book.family), files)


def _sort_chapters(tables: tuple[Table, ...]) -> tuple[ChapterOrder, ...]:
    """Return the chapters in the order of the tables."""
    chapters: dict[str, list[str]] = {}
    for table in tables:
        chapters.setdefault(table.chapter, []).append(table.id)
    return tuple(ChapterOrder(title=title, tables=tuple(ids)) for title, ids in chapters.items())


def read_sources(root: Traversable) -> dict[str, Source]:
    """Return all sources by their codes."""
    return read_toml(root, "sources.toml", dict[str, Source])


def read_book_file(root: Traversable, code: str) -> BookFile:
    """Return the file of a book. Its name is the book's code, so each edition has its own URLs.

    Raises CatalogError if the edition does not match the name.
    """
    name = f"books/{code}.toml"
    file = read_toml(root, name, BookFile)
    ending = re.search(r"-(\d+)$", code, re.ASCII)
    if file.edition != (int(ending[1]) if ending else 1):
        raise CatalogError(
            f"{display_path(name)}: the first edition stands in <book>.toml, a later one in "
            "<book>-<n>.toml"
        )
    return file


def _read_table_file(root: Traversable, name: str) -> TableFile:
    """Return the file of a table, with the default source filled in."""
    file = read_toml(root, name, TableFile)
    credited = {
        kind: tuple(
            msgspec.structs.replace(each, source=each.source or file.source) for each in entries
        )
        for kind, entries in (("option", file.option), ("rule", file.rule))
    }
    return msgspec.structs.replace(file, **credited)


def _read_glossary(root: Traversable, family: str) -> tuple[Term, ...]:
    """Return the glossary of a family in alphabetical order; empty if it has none."""
    file = read_optional(root, f"{family}/glossary.toml", GlossaryFile)
    if file:
        return tuple(sorted(file.term, key=lambda each: each.term.lower()))
    return ()


def _read_game_names(root: Traversable, family: str) -> GameNames:
    """Return the family's words for names of games, or else the default ones."""
    own = f"{family}/names.toml"
    name = own if (root / own).is_file() else "names.toml"
    names = read_toml(root, name, GameNames)
    check_names(display_path(name), names)
    return names


def _read_pictures(
    root: Traversable, family: str, sheet: Sheet, tables: tuple[Table, ...]
) -> dict[str, str]:
    """Return the texts of the pictures of a family by file name, for its sheet and rules."""
    shown = [part.picture for part in sheet.part]
    shown += [option.picture for table in tables for option in table.every_rule]
    pictures = {}
    for name in dict.fromkeys(name for name in shown if name):
        try:
            pictures[name] = (root / family / name).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise CatalogError(
                f"{display_path(f'{family}/{name}')}: cannot be read ({error})"
            ) from None
    return pictures


def read_traits(root: Traversable, family: str) -> dict[str, str]:
    """Return the traits of a family with their meanings."""
    return read_toml(root, f"{family}/traits.toml", dict[str, str])


def read_settings(root: Traversable, family: str, traits: Mapping[str, str]) -> tuple[Setting, ...]:
    """Return the settings of a family's games; empty for most families."""
    name = f"{family}/settings.toml"
    file = read_optional(root, name, SettingsFile)
    if file is None:
        return ()
    check_settings(display_path(name), file.setting, traits)
    return file.setting


def _read_dexterity(root: Traversable, family: str) -> Dexterity | None:
    """Return the levels of skill of a family; None if it has none."""
    return _read_optional(root, f"{family}/dexterity.toml", Dexterity, check_dexterity)


def _read_norms(root: Traversable, code: str) -> Norms | None:
    """Return the usual values of a book; None if it has none."""
    return _read_optional(root, f"usual/{code}.toml", Norms, check_norms)


def _read_optional(
    root: Traversable, name: str, type_: type[T], check: Callable[[str, T], None]
) -> T | None:
    """Load a file and check it. Return None if it does not exist."""
    there = read_optional(root, name, type_)
    if there is not None:
        check(display_path(name), there)
    return there


def _build_table(code: str, family: str, file: TableFile, entry: BookTable) -> Table:
    """Make a table from its file and its entry in a book."""
    name = display_path(f"{family}/{entry.id}.toml")
    place = f"{display_path(f'books/{code}.toml')}: {entry.id}"
    if entry.rolls and not file.option:
        raise CatalogError(f"{name}: the book rolls on it, and it has no options")
    codes = [option.code for option in file.option + file.rule]
    if len(set(codes)) != len(codes):
        raise CatalogError(f"{name}: a code stands twice")
    unknown = set(entry.params) - set(file.params)
    if unknown:
        raise CatalogError(f"{place}: params {sorted(unknown)} are not in {name}")
    params = {**file.params, **entry.params}
    options = _relabel_options(place, entry, file.option)
    rolls = _assign_rolls(place, entry, options)
    at = {}
    for key, extra in entry.at.items():
        for roll in _parse_rolls(place, key):
            if roll >= len(rolls):
                raise CatalogError(f"{place}: numbers at roll {roll}, which there is not")
            at[roll] = MappingProxyType(extra)
    return Table(
        id=entry.id,
        chapter=entry.chapter,
        title=file.title,
        intro=file.intro,
        text=file.text,
        brief=file.brief,
        params=MappingProxyType(params),
        needs=file.needs + entry.needs,
        unless=file.unless + entry.unless,
        components=file.components,
        for_people=file.for_people,
        digits=entry.digits,
        options=tuple(option for option in options if option in rolls),
        rules=file.rule,
        rolls=rolls,
        at=MappingProxyType(at),
    )


def _relabel_options(
    place: str, entry: BookTable, options: tuple[Option, ...]
) -> tuple[Option, ...]:
    """Return the options with the labels of a book. Raises CatalogError for unknown codes."""
    unknown = set(entry.labels) - {option.code for option in options}
    if unknown:
        raise CatalogError(f"{place}: labels of {sorted(unknown)}, which are no options")
    return tuple(
        msgspec.structs.replace(option, label=entry.labels.get(option.code, option.label))
        for option in options
    )


def _parse_rolls(place: str, key: str) -> range:
    """Return the rolls that a key such as '3' or '3-5' stands for."""
    match = re.fullmatch(r"(\d+)(?:-(\d+))?", key, re.ASCII)
    if not match:
        raise CatalogError(f"{place}: rolls are written '3' or '3-5', not {key!r}")
    first = int(match[1])
    return range(first, int(match[2] or first) + 1)


def _assign_rolls(place: str, entry: BookTable, options: tuple[Option, ...]) -> tuple[Option, ...]:
    """Return the option of each roll. Raises CatalogError for overlaps, gaps and unknown codes."""
    if not entry.rolls:
        return ()
    by_code = {option.code: option for option in options}
    by_roll: dict[int, Option] = {}
    for key, code in entry.rolls.items():
        if code not in by_code:
            raise CatalogError(f"{place}: {code!r} is no option of this table")
        for roll in _parse_rolls(place, key):
            if roll in by_roll:
                raise CatalogError(f"{place}: roll {roll} stands twice")
            by_roll[roll] = by_code[code]
    if set(by_roll) != set(range(10**entry.digits)):
        raise CatalogError(f"{place}: the rolls must be 0 to {10**entry.digits - 1} without a gap")
    return tuple(by_roll[roll] for roll in range(10**entry.digits))
