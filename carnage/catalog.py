"""The catalogue: reads `tables/` into frozen books, tables and options, and refuses bad data by its path.

It checks data alone. That each option has its behaviour is for the engine's tests.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import groupby
from types import MappingProxyType
from typing import Any

import jinja2
import jinja2.meta
import msgspec
from jinja2 import nodes

Number = int | float
Params = dict[str, Number]


class CatalogError(ValueError):
    """A table, book or roster that cannot be used; the message names the file and the place in it."""


class _Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Data as it stands in a TOML file; an unknown key is an error."""


class Example(_Data, frozen=True):
    """A worked case: printed in the rules, and executed as a test.

    `given`, `dice`, `choices` and `then` are what the test sets up, rolls, chooses and expects; `text` tells
    the same to a reader and takes its numbers from them. `given.rule` names the test's set-up.
    """

    text: str
    given: dict[str, Any] = {}
    dice: tuple[int, ...] = ()
    choices: tuple[str, ...] = ()
    then: dict[str, Any] = {}


class Option(_Data, frozen=True):
    """One answer to a table's question, or one rule of a section that is not rolled.

    `text` is the rule; `does` says in two sentences what it does to the game; `brief` is its line in the
    quick reference; `pitch` a sentence for the game's pitch; `components` what has to be on the table for it.
    """

    code: str
    label: str
    text: str
    source: str = "rule-of-carnage"
    needs: tuple[str, ...] = ()
    gives: tuple[str, ...] = ()
    params: Params = {}
    does: str = ""
    tags: tuple[str, ...] = ()
    pitch: str = ""
    brief: str = ""
    components: tuple[str, ...] = ()
    example: tuple[Example, ...] = ()


class _TableFile(_Data, frozen=True):
    title: str
    intro: str = ""
    text: str = ""
    params: Params = {}
    needs: tuple[str, ...] = ()
    brief: str = ""
    components: tuple[str, ...] = ()
    option: tuple[Option, ...] = ()
    rule: tuple[Option, ...] = ()


class _BookTable(_Data, frozen=True):
    id: str
    chapter: str
    digits: int = 1
    rolls: dict[str, str] = {}
    params: Params = {}
    at: dict[str, Params] = {}


class _BookFile(_Data, frozen=True):
    title: str
    family: str
    roster: str
    edition: int
    frozen: bool
    tagline: str
    intro: str
    credits: tuple[str, ...]
    table: tuple[_BookTable, ...]


class Weapon(_Data, frozen=True):
    """`range` in inches, 0 being base contact; `wounds` a hit (ranged) or a success (close)."""

    code: str
    label: str
    kind: str
    range: Number
    wounds: int
    skill_bonus: int = 0
    burst: Number = 0
    push: Number = 0


class Figure(_Data, frozen=True):
    """One kind of model. Stats hold numbers, or the names of grades that a scale turns into numbers."""

    code: str
    label: str
    points: int
    stats: dict[str, int | str]
    weapons: tuple[str, ...]
    specials: tuple[str, ...] = ()
    note: str = ""


class Scale(_Data, frozen=True):
    """What the grades of a stat are worth under the rules that give the trait `needs`."""

    needs: str
    grades: dict[str, dict[str, int]]


class Group(_Data, frozen=True):
    """Models that muster together: figure codes in the order in which they are listed."""

    code: str
    label: str
    models: tuple[str, ...]


class Muster(_Data, frozen=True):
    """The force that each side has under the rules that give the trait `needs`."""

    needs: str
    group: tuple[Group, ...]


class Stat(_Data, frozen=True):
    """A stat's name, what it means, and the traits that must all be there for it to be used."""

    code: str
    label: str
    short: str
    text: str
    needs: tuple[str, ...] = ()


class Term(_Data, frozen=True):
    """A glossary entry, printed where all its traits are there."""

    term: str
    text: str
    needs: tuple[str, ...] = ()


class Piece(_Data, frozen=True):
    """A piece of terrain, sizes and places as shares of the table's side; `shape` is disc or rectangle."""

    label: str
    shape: str
    x: float
    y: float
    width: float
    height: float
    kinds: tuple[str, ...]


class Roster(_Data, frozen=True):
    """Everything a family's games bring to the table besides the rolled rules."""

    base: Number
    stat: tuple[Stat, ...]
    weapon: tuple[Weapon, ...]
    figure: tuple[Figure, ...]
    scale: tuple[Scale, ...]
    muster: tuple[Muster, ...]
    terrain: tuple[Piece, ...]


class Source(_Data, frozen=True):
    """Whose idea a rule is, and the credit that goes with it."""

    title: str
    authors: str
    licence: str
    credit: str
    url: str = ""


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """One question, as a book asks it: its options on this book's digits.

    A table without `rolls` is a section that every game of the book has; its `rules` all apply.
    """

    id: str
    chapter: str
    title: str
    intro: str
    text: str
    brief: str
    params: Mapping[str, Number]
    needs: tuple[str, ...]
    components: tuple[str, ...]
    digits: int
    options: tuple[Option, ...]
    rules: tuple[Option, ...]
    rolls: tuple[Option, ...]
    at: Mapping[int, Mapping[str, Number]]

    @property
    def rolled(self) -> bool:
        return bool(self.rolls)

    def option(self, code: str) -> Option:
        """The option of this code; raises KeyError."""
        for option in self.options:
            if option.code == code:
                return option
        raise KeyError(code)

    def results(self, code: str) -> tuple[int, ...]:
        """The rolls that give this option, lowest first."""
        return tuple(roll for roll, option in enumerate(self.rolls) if option.code == code)


class Book(msgspec.Struct, frozen=True, kw_only=True):
    """An ordered set of tables that together make a whole game."""

    code: str
    title: str
    family: str
    edition: int
    frozen: bool
    tagline: str
    intro: str
    credits: tuple[str, ...]
    tables: tuple[Table, ...]
    roster: Roster
    traits: Mapping[str, str]
    glossary: tuple[Term, ...]

    @property
    def path(self) -> str:
        """The book's place in URLs: edition 1 has the bare name."""
        return self.code if self.edition == 1 else f"{self.code}-{self.edition}"

    @property
    def rolled(self) -> tuple[Table, ...]:
        return tuple(table for table in self.tables if table.rolled)

    @property
    def length(self) -> int:
        """How many digits a seed of this book has."""
        return sum(table.digits for table in self.rolled)

    @property
    def groups(self) -> tuple[int, ...]:
        """How many digits each chapter takes, for showing a seed in groups that mean something."""
        sizes: dict[str, int] = {}
        for table in self.rolled:
            sizes[table.chapter] = sizes.get(table.chapter, 0) + table.digits
        return tuple(sizes.values())

    def table(self, id: str) -> Table:
        """The table of this id; raises KeyError."""
        for table in self.tables:
            if table.id == id:
                return table
        raise KeyError(id)

    def place(self, id: str) -> int:
        """Where in the seed the digits of this rolled table begin; raises KeyError."""
        at = 0
        for table in self.rolled:
            if table.id == id:
                return at
            at += table.digits
        raise KeyError(id)


TABLES = files("carnage") / "tables"

# ---------------------------------------------------------------------------------------------- reading


def _read(path: Traversable, name: str, type_: type[Any]) -> Any:
    try:
        return msgspec.toml.decode(path.read_bytes(), type=type_)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise CatalogError(f"{name}: {error}") from None
    except OSError as error:
        raise CatalogError(f"{name}: cannot be read ({error})") from None


@cache
def sources() -> Mapping[str, Source]:
    """Every source by its code."""
    return MappingProxyType(_read(TABLES / "sources.toml", "tables/sources.toml", dict[str, Source]))


@cache
def book_codes() -> tuple[str, ...]:
    """The codes of all books, in alphabetical order."""
    names = (entry.name for entry in (TABLES / "books").iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


@cache
def book(code: str) -> Book:
    """The book of this code; raises KeyError for an unknown one and CatalogError for bad data."""
    if code not in book_codes():
        raise KeyError(code)
    return load_book(TABLES, code)


def load_book(root: Traversable, code: str) -> Book:
    """Read one book and all that it names from a folder laid out like `tables/`."""
    data: _BookFile = _read(root / "books" / f"{code}.toml", f"tables/books/{code}.toml", _BookFile)
    family = root / data.family
    traits = _read(family / "traits.toml", f"tables/{data.family}/traits.toml", dict[str, str])
    glossary = _read(
        family / "glossary.toml", f"tables/{data.family}/glossary.toml", dict[str, tuple[Term, ...]]
    )
    roster = _read(family / f"{data.roster}.toml", f"tables/{data.family}/{data.roster}.toml", Roster)
    tables = tuple(
        _table(family / f"{entry.id}.toml", f"tables/{data.family}/{entry.id}.toml", entry, traits)
        for entry in data.table
    )
    result = Book(
        code=code,
        title=data.title,
        family=data.family,
        edition=data.edition,
        frozen=data.frozen,
        tagline=data.tagline,
        intro=data.intro,
        credits=data.credits,
        tables=tables,
        roster=roster,
        traits=MappingProxyType(traits),
        glossary=glossary.get("term", ()),
    )
    _check_book(result)
    return result


def _table(path: Traversable, name: str, entry: _BookTable, traits: Mapping[str, str]) -> Table:
    data: _TableFile = _read(path, name, _TableFile)
    if bool(data.option) != bool(entry.rolls):
        raise CatalogError(f"{name}: a table with options needs rolls in the book, and one without has none")
    codes = [option.code for option in data.option + data.rule]
    if len(set(codes)) != len(codes):
        raise CatalogError(f"{name}: a code stands twice")
    unknown = set(entry.params) - set(data.params)
    if unknown:
        raise CatalogError(f"tables/books: {entry.id}: params {sorted(unknown)} are not in {name}")
    params = {**data.params, **entry.params}
    rolls = _rolls(name, entry, data.option)
    at = {}
    for key, extra in entry.at.items():
        for roll in _span(name, key):
            at[roll] = MappingProxyType(extra)
    table = Table(
        id=entry.id,
        chapter=entry.chapter,
        title=data.title,
        intro=data.intro,
        text=data.text,
        brief=data.brief,
        params=MappingProxyType(params),
        needs=data.needs,
        components=data.components,
        digits=entry.digits,
        options=data.option,
        rules=data.rule,
        rolls=rolls,
        at=MappingProxyType(at),
    )
    _check_table(name, table, traits)
    return table


def _span(name: str, key: str) -> range:
    match = re.fullmatch(r"(\d+)(?:-(\d+))?", key, re.ASCII)
    if not match:
        raise CatalogError(f"{name}: rolls are written '3' or '3-5', not {key!r}")
    first = int(match[1])
    return range(first, int(match[2] or first) + 1)


def _rolls(name: str, entry: _BookTable, options: tuple[Option, ...]) -> tuple[Option, ...]:
    """Which option each result of the roll gives; refuses overlaps, gaps and unknown codes."""
    if not entry.rolls:
        return ()
    by_code = {option.code: option for option in options}
    found: dict[int, Option] = {}
    for key, code in entry.rolls.items():
        if code not in by_code:
            raise CatalogError(f"{name}: the book rolls {code!r}, which is no option here")
        for roll in _span(name, key):
            if roll in found:
                raise CatalogError(f"{name}: roll {roll} stands twice")
            found[roll] = by_code[code]
    if set(found) != set(range(10**entry.digits)):
        raise CatalogError(f"{name}: the rolls must be 0 to {10**entry.digits - 1} without a gap")
    return tuple(found[roll] for roll in range(10**entry.digits))


# ---------------------------------------------------------------------------------------------- checking

# What a text may use besides its own parameters.
CONTEXT_NAMES = frozenset({"has", "weapons", "stats", "sources"})
EXAMPLE_NAMES = frozenset({"given", "dice", "choices", "then"})
_TYPED_NUMBER = re.compile(r"(?<![A-Za-z#])\d+(?!\w)")
_DICE_NAME = re.compile(r"\b\d*D\d+\b")
_PARSER = jinja2.Environment()


def asked_traits(text: str) -> frozenset[str]:
    """The traits that a text asks about with has("…"), or through the `inches` filter."""
    tree = _PARSER.parse(_plain(text))
    asked = set()
    for call in tree.find_all(nodes.Call):
        if isinstance(call.node, nodes.Name) and call.node.name == "has":
            if len(call.args) != 1 or not isinstance(call.args[0], nodes.Const):
                raise CatalogError('has("…") takes one trait, written out')
            asked.add(call.args[0].value)
    if re.search(r"\|\s*inches\b", text):
        asked.add("centimetres")
    return frozenset(asked)


def _plain(text: str) -> str:
    """The text with our own filters taken out, for a parser that does not know them."""
    return re.sub(r"\|\s*(inches|feet|spelled|times|share|ordinal)\b", "", text)


def _check_text(place: str, text: str, allowed: set[str], traits: Mapping[str, str]) -> set[str]:
    """Refuse a text that cannot be rendered or that types a number out; returns the names it uses."""
    try:
        tree = _PARSER.parse(_plain(text))
    except jinja2.TemplateSyntaxError as error:
        raise CatalogError(f"{place}: line {error.lineno}: {error.message}") from None
    used = jinja2.meta.find_undeclared_variables(tree)
    missing = used - allowed - CONTEXT_NAMES
    if missing:
        raise CatalogError(f"{place}: the text uses {sorted(missing)}, which are no parameters here")
    unknown = asked_traits(text) - set(traits)
    if unknown:
        raise CatalogError(f"{place}: the text asks about unknown traits {sorted(unknown)}")
    prose = re.sub(r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}", "", text, flags=re.DOTALL)
    prose = re.sub(r"^\s*\d+\. ", "", prose, flags=re.MULTILINE)  # numbered lists count themselves
    typed = _TYPED_NUMBER.search(_DICE_NAME.sub("", prose))
    if typed:
        raise CatalogError(f"{place}: the number {typed[0]} is typed into the text; make it a parameter")
    return used


def _check_table(name: str, table: Table, traits: Mapping[str, str]) -> None:
    used = set()
    for text in (table.text, table.brief, table.intro, *table.components):
        used |= _check_text(name, text, set(table.params), traits)
    _check_traits(name, table.needs, traits)
    for option in table.options + table.rules:
        place = f"{name}: {option.code}"
        if table.rolled and not (option.does and option.brief):
            raise CatalogError(f"{place}: an option says what it `does` and has a `brief`")
        own = set(option.params)
        for roll in table.results(option.code):
            own |= set(table.at.get(roll, {}))
        _check_traits(place, option.gives + option.needs, traits)
        shown = set()
        for text in (option.text, option.brief, option.does, option.pitch, *option.components):
            shown |= _check_text(place, text, own | set(table.params), traits)
        for example in option.example:
            shown |= _check_text(
                f"{place}: example", example.text, own | set(table.params) | EXAMPLE_NAMES, traits
            )
        hidden = own - shown
        if hidden:
            raise CatalogError(f"{place}: the text never shows {sorted(hidden)}")
        if option.source not in sources():
            raise CatalogError(f"{place}: unknown source {option.source!r}")
        used |= shown
    hidden = set(table.params) - used
    if hidden:
        raise CatalogError(f"{name}: no text shows the params {sorted(hidden)}")


def _check_traits(place: str, named: tuple[str, ...], traits: Mapping[str, str]) -> None:
    unknown = set(named) - set(traits)
    if unknown:
        raise CatalogError(f"{place}: unknown traits {sorted(unknown)}; traits.toml lists them")


def _check_book(book: Book) -> None:
    name = f"tables/books/{book.code}.toml"
    ids = [table.id for table in book.tables]
    if len(set(ids)) != len(ids):
        raise CatalogError(f"{name}: a table stands twice")
    if len(list(groupby(table.chapter for table in book.tables))) != len({t.chapter for t in book.tables}):
        raise CatalogError(f"{name}: the tables of a chapter must stand together")
    roster = book.roster
    weapons = {weapon.code for weapon in roster.weapon}
    figures = {figure.code for figure in roster.figure}
    stats = {stat.code for stat in roster.stat}
    place = f"tables/{book.family}"
    for figure in roster.figure:
        if set(figure.stats) != stats:
            raise CatalogError(f"{place}: {figure.code}: stats must be exactly {sorted(stats)}")
        if set(figure.weapons) - weapons:
            raise CatalogError(f"{place}: {figure.code}: unknown weapons")
        for stat, value in figure.stats.items():
            for scale in roster.scale:
                if isinstance(value, str) and value not in scale.grades.get(stat, {}):
                    raise CatalogError(f"{place}: {figure.code}: {stat} has no grade {value!r}")
    for muster in roster.muster:
        for group in muster.group:
            if set(group.models) - figures:
                raise CatalogError(f"{place}: {group.code}: unknown figures")
    for stat_ in roster.stat:
        _check_traits(place, stat_.needs, book.traits)
    for term in book.glossary:
        _check_traits(f"{place}/glossary.toml: {term.term}", term.needs, book.traits)
