"""The atlas of a book as it is shipped: what its answers do to its games, and very many games with their
figures.

`make atlas` writes it, one file a book, `tables/atlas/<book>.zip`. In it `atlas.json` has what answers do;
the other members are columns, a row a game in an order that is random: `digits`, in ASCII;
`answers/<table>`, a byte each, which of the table's results it gives; `measures/<name>`, two bytes each,
the lowest first. So it is read by nothing but Python's own library, its games only when somebody asks for
them. A book without such a file has no atlas, and nobody speaks of it.
"""

from __future__ import annotations

import io
import sys
import zipfile
from array import array
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources.abc import Traversable
from itertools import chain

import msgspec

from carnage.catalog.books import TABLES
from carnage.catalog.forms import Book, Table
from carnage.catalog.toml import CatalogError, Entry, place_of, read
from carnage.catalog.variants import Variant, variants

FORMAT = 1
LARGEST = 10_000_000  # bytes, of the files of all books together
MOST_GAMES = 1_000_000  # in one file
MEASURES = "measures.toml"
NOTHING, STEPS = 0xFFFF, 0xFFFE  # in a column of a measure: no such figure; how many steps from low to high
UNUSED = 0xFF  # in a column of answers: no work in this game
FAULTY = "measure.faulty"  # 1 for a ruleset in which bots find a fault


class Measure(Entry, frozen=True):
    """How a figure of a sweep is spoken of: by its `noun`, which what an answer adds to it follows, and by
    a `label`, where the book's own nouns are to be filled in. Those of a `share` are 0 to 1; a `whole` one
    is 0 or 1 of each ruleset. What is `told` is said of answers wherever they are chosen. A `usual` one is
    known so well by a sweep's few games that what most games of the book have is read from there."""

    noun: str
    label: str
    share: bool = False
    whole: bool = False
    told: bool = False
    usual: bool = False


class Facts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What `atlas.json` says: of how many `rulesets`, each played `games` times, swept with which seed
    under which version and rules. By measure: the `mean`, the standard deviation (`spread`) and between
    what four of five rulesets lie (`span`); what each answer, as `table=result`, adds, with its 95 %
    interval (`effects`); the pairs of answers that do most beyond that; how much of what sets rulesets
    apart the effects foretell; and what the lowest and the highest value of its column stand for
    (`columns`)."""

    book: str
    rulesets: int
    games: int
    seed: int
    engine: str
    version: str
    mean: Mapping[str, float]
    spread: Mapping[str, float]
    span: Mapping[str, tuple[float, float]]
    effects: Mapping[str, Mapping[str, tuple[float, float, float]]]
    pairs: Mapping[str, tuple[tuple[str, str, float, float, float], ...]]
    foretold: Mapping[str, float | None]
    columns: Mapping[str, tuple[float, float]]
    format: int = FORMAT


@dataclass(frozen=True)
class Games:
    """Games of a book with their figures, by their rows: `digits`; by table, which of its results they give,
    UNUSED for none; by measure, the steps of its column."""

    length: int
    digits: bytes
    answers: Mapping[str, bytes]
    steps: Mapping[str, array[int]]
    ends: Mapping[str, tuple[float, float]]

    def __len__(self) -> int:
        return len(self.digits) // self.length

    def seed(self, row: int) -> str:
        """The digits of a game."""
        return self.digits[row * self.length : (row + 1) * self.length].decode("ascii")

    def value(self, measure: str, row: int) -> float | None:
        """A figure of a game; None where it has none."""
        step = self.steps[measure][row]
        low, high = self.ends[measure]
        return None if step == NOTHING else low + (high - low) * step / STEPS


class Atlas:
    """The atlas of one book."""

    def __init__(self, book: Book, facts: Facts, packed: bytes) -> None:
        self.book, self.facts, self._packed = book, facts, packed

    def effects(self, table: str, result: str) -> dict[str, tuple[float, float, float]]:
        """What an answer adds to each measure, and between what; empty where nothing is known of it."""
        answer = f"{table}={result}"
        return {name: found[answer] for name, found in self.facts.effects.items() if answer in found}

    def fitting(self, kept: Mapping[str, str], faultless: bool = False, first: int = 0) -> Iterator[int]:
        """The rows of its games that have these options, by table, and, if `faultless`, in which no fault was
        found; in the order of the atlas from a row on, round to it."""
        games = self.games
        wanted = [
            (games.answers[id], frozenset(places_of(self.book.table(id))[code])) for id, code in kept.items()
        ]
        faulty = games.steps.get(FAULTY) if faultless else None
        for row in chain(range(first, len(games)), range(first)):
            if all(column[row] in places for column, places in wanted) and not (faulty and faulty[row]):
                yield row

    @cached_property
    def games(self) -> Games:
        """All its games, unpacked when they are first asked for; raises CatalogError."""
        place = place_of(file_of(self.book.code))
        count, length = self.facts.rulesets, self.book.length
        with zipfile.ZipFile(io.BytesIO(self._packed)) as packed:

            def column(name: str, each: int) -> bytes:
                try:
                    if packed.getinfo(name).file_size != count * each:
                        raise CatalogError(f"{place}: {name} is not of {count} games")
                    return packed.read(name)
                except (KeyError, zipfile.BadZipFile) as error:
                    raise CatalogError(f"{place}: {name} cannot be read ({error})") from None

            steps = {}
            for name in self.facts.columns:
                steps[name] = array("H", column(f"measures/{name}", 2))
                if sys.byteorder == "big":
                    steps[name].byteswap()
            return Games(
                length,
                column("digits", length),
                {table.id: column(f"answers/{table.id}", 1) for table in self.book.rolled},
                steps,
                self.facts.columns,
            )


def file_of(code: str) -> str:
    """The name of a book's atlas in a folder laid out like `tables/`."""
    return f"atlas/{code}.zip"


def results(table: Table) -> dict[str, Variant]:
    """The results of a table by their names in an atlas: an option's code and, of one that has several
    settings, the lowest roll of each."""
    every = variants(table)
    codes = [variant.option.code for variant in every]
    return {
        code if codes.count(code) == 1 else f"{code}@{variant.lowest}": variant
        for code, variant in zip(codes, every, strict=True)
    }


def places_of(table: Table) -> dict[str, tuple[int, ...]]:
    """The options of a table in the order of their rolls, each with the places of its results in a column."""
    places: dict[str, list[int]] = {}
    for number, result in enumerate(results(table).values()):
        places.setdefault(result.option.code, []).append(number)
    return {code: tuple(each) for code, each in places.items()}


@cache
def measures() -> Mapping[str, Measure]:
    """How figures of sweeps are spoken of, by their names."""
    return read(TABLES, MEASURES, dict[str, Measure])


def atlas(book: Book) -> Atlas | None:
    """The atlas that is shipped of a book, read once; None where there is none. Raises CatalogError."""
    if book.code not in _READ:
        _READ[book.code] = read_atlas(TABLES, book)
    return _READ[book.code]


_READ: dict[str, Atlas | None] = {}


def read_atlas(root: Traversable, book: Book) -> Atlas | None:
    """The atlas of a book in a folder laid out like `tables/`, once nothing is wrong with it."""
    name = file_of(book.code)
    if not (root / name).is_file():
        return None
    packed = (root / name).read_bytes()
    place = place_of(name)
    if len(packed) > LARGEST:
        raise CatalogError(f"{place}: {len(packed):,} bytes are too many; all books have {LARGEST:,}")
    try:
        with zipfile.ZipFile(io.BytesIO(packed)) as members:
            facts = msgspec.json.decode(members.read("atlas.json"), type=Facts)
    except (zipfile.BadZipFile, KeyError, msgspec.DecodeError) as error:
        raise CatalogError(f"{place}: {error}") from None
    check_atlas(place, facts, book)
    return Atlas(book, facts, packed)


def check_atlas(place: str, facts: Facts, book: Book) -> None:
    """Raise CatalogError for an atlas that is not of this book as it is."""
    if facts.format != FORMAT:
        raise CatalogError(f"{place}: its format is {facts.format}, and {FORMAT} is read")
    if facts.book != book.code:
        raise CatalogError(f"{place}: it is of the book {facts.book!r}")
    if not 1 <= facts.rulesets <= MOST_GAMES or facts.games < 1:
        raise CatalogError(f"{place}: `rulesets` and `games` are how many were played, from 1")
    known = {f"{table.id}={result}" for table in book.rolled for result in results(table)}
    for name, found in facts.effects.items():
        if unknown := sorted(set(found) - known):
            raise CatalogError(f"{place}: {name}: the book has no {unknown[0]}; make the atlas anew")
        if any(not low <= effect <= high for effect, low, high in found.values()):
            raise CatalogError(f"{place}: {name}: an effect lies outside its interval")
    for name, pairs in facts.pairs.items():
        if unknown := sorted({answer for one, other, *_ in pairs for answer in (one, other)} - known):
            raise CatalogError(f"{place}: {name}: the book has no {unknown[0]}; make the atlas anew")
    by_measure = (facts.mean, facts.spread, facts.span, facts.effects, facts.pairs, facts.columns)
    named = set().union(*by_measure)
    if unknown := sorted(named - set(measures())):
        raise CatalogError(f"{place}: {place_of(MEASURES)} says nothing of {unknown[0]}")
    if any(set(each) != named for each in by_measure):
        raise CatalogError(f"{place}: not every measure is there everywhere")
