"""The atlas of a book: the effects of its options on its games, and many games with their measures.

`make atlas` writes one file for each book, `tables/atlas/<book>.zip`. Its member `atlas.json` has
the effects. The other members are columns with one row per game, in random order:

- `digits`: the seed, in ASCII.
- `answers/<table>`: one byte, the number of the table's result.
- `measures/<name>`: two bytes, little-endian.

Only Python's standard library is needed to read it, and the games are unpacked on first use. A book
without such a file has no atlas, and no page mentions one.
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
from carnage.catalog.schema import Book, Table
from carnage.catalog.toml import CatalogError, Entry, display_path, read_toml
from carnage.catalog.variants import Variant, list_variants

FORMAT = 1
MAX_TOTAL_BYTES = 10_000_000  # bytes of a file, and of the files of all books together
MAX_GAMES = 1_000_000  # in one file
MEASURES = "measures.toml"
NO_VALUE, MAX_STEP = (
    0xFFFF,
    0xFFFE,
)  # in a column of a measure: no value; the number of steps from low to high
UNUSED = 0xFF  # in a column of answers: no effect in this game
FAULT_MEASURE = "measure.faulty"  # 1 for a ruleset in which bots find a fault


class Measure(Entry, frozen=True):
    """The words for a measure of a sweep, in `measures.toml`.

    Attributes:
        noun: The noun, which follows the effect of an option in a sentence.
        label: The heading of lists, with placeholders for the book's own nouns.
        share: Values are from 0 to 1.
        whole: Each ruleset has the value 0 or 1.
        told: Pages on which options are chosen mention the measure.
        usual: The few games of a sweep measure it well enough, so the book's usual range is taken
            from the atlas.
    """

    noun: str
    label: str
    share: bool = False
    whole: bool = False
    told: bool = False
    usual: bool = False


class AtlasFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of `atlas.json`. Mappings are by the name of a measure; options are written
    `table=result`.

    Attributes:
        rulesets: The number of rulesets.
        games: The games of each ruleset.
        seed: The seed of the sweep.
        engine: The hash of the rules and bots.
        version: The version of the package.
        mean: The mean over rulesets.
        spread: The standard deviation.
        span: The range of four rulesets out of five.
        effects: The effect of each option, with the ends of its 95 % interval.
        pairs: The pairs of options with the largest interactions.
        foretold: The cross-validated share of the variance between rulesets that the effects
            explain.
        columns: The lowest and the highest value of the column.
    """

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
class AtlasGames:
    """The games of an atlas, by row.

    Attributes:
        length: The number of digits of a seed.
        digits: The seeds, one after the other.
        results: For each table the numbers of its results, or UNUSED.
        steps: For each measure the steps of its column, or NOTHING.
        ranges: For each measure the values of the lowest and the highest step.
    """

    length: int
    digits: bytes
    results: Mapping[str, bytes]
    steps: Mapping[str, array[int]]
    ranges: Mapping[str, tuple[float, float]]

    def __len__(self) -> int:
        return len(self.digits) // self.length

    def get_seed(self, row: int) -> str:
        """Return the digits of a game."""
        return self.digits[row * self.length : (row + 1) * self.length].decode("ascii")

    def get_value(self, measure: str, row: int) -> float | None:
        """Return a measure of a game; None if it has no value."""
        step = self.steps[measure][row]
        low, high = self.ranges[measure]
        if step == NO_VALUE:
            return None
        return low + (high - low) * step / MAX_STEP


class Atlas:
    """The atlas of one book."""

    def __init__(self, book: Book, facts: AtlasFacts, packed: bytes) -> None:
        self.book = book
        self.facts = facts
        self._packed = packed

    def effects(self, table: str, result: str) -> dict[str, tuple[float, float, float]]:
        """Return the effect of a table's result on each measure, with the ends of its 95 %
        interval.

        The result is empty if the effect is not known.
        """
        answer = f"{table}={result}"
        return {
            name: found[answer] for name, found in self.facts.effects.items() if answer in found
        }

    def find_rows(
        self, required: Mapping[str, str], faultless: bool = False, first_row: int = 0
    ) -> Iterator[int]:
        """Yield the rows of games with these options.

        Args:
            required: The code of the option of each table that matters.
            faultless: Leave out games in which a playtest found a fault.
            first_row: The row to start from. The search wraps around at the end.
        """
        games = self.games
        wanted = [
            (games.results[id], frozenset(group_results(self.book.table(id))[code]))
            for id, code in required.items()
        ]
        faulty = games.steps.get(FAULT_MEASURE) if faultless else None
        for row in chain(range(first_row, len(games)), range(first_row)):
            if all(column[row] in places for column, places in wanted) and not (
                faulty and faulty[row]
            ):
                yield row

    @cached_property
    def games(self) -> AtlasGames:
        """Return all games, and unpack them on first use. Raises CatalogError."""
        place = display_path(atlas_path(self.book.code))
        count = self.facts.rulesets
        length = self.book.length
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
            return AtlasGames(
                length,
                column("digits", length),
                {table.id: column(f"answers/{table.id}", 1) for table in self.book.rolled},
                steps,
                self.facts.columns,
            )


def atlas_path(code: str) -> str:
    """Return the path of a book's atlas in a folder laid out like `tables/`."""
    return f"atlas/{code}.zip"


def list_results(table: Table) -> dict[str, Variant]:
    """Return the results of a table by their names in an atlas.

    The name is the code of the option. If the option has several sets of numbers, the lowest roll
    of each is added.
    """
    every = list_variants(table)
    codes = [variant.option.code for variant in every]
    return {
        code if codes.count(code) == 1 else f"{code}@{variant.lowest}": variant
        for code, variant in zip(codes, every, strict=True)
    }


def group_results(table: Table) -> dict[str, tuple[int, ...]]:
    """Return the codes of a table's options by their rolls, with the numbers of their results."""
    places: dict[str, list[int]] = {}
    for number, result in enumerate(list_results(table).values()):
        places.setdefault(result.option.code, []).append(number)
    return {code: tuple(each) for code, each in places.items()}


@cache
def read_measures() -> Mapping[str, Measure]:
    """Return the measures of sweeps, by their names."""
    return read_toml(TABLES, MEASURES, dict[str, Measure])


def get_atlas(book: Book) -> Atlas | None:
    """Return the atlas of a book, read once, or None if it has none. Raises CatalogError."""
    if book.code not in _CACHE:
        _CACHE[book.code] = read_atlas(TABLES, book)
    return _CACHE[book.code]


_CACHE: dict[str, Atlas | None] = {}


def read_atlas(root: Traversable, book: Book) -> Atlas | None:
    """Load and check the atlas of a book. Return None if it does not exist.

    Args:
        root: A folder laid out like `tables/`.
        book: The book.
    """
    name = atlas_path(book.code)
    if not (root / name).is_file():
        return None
    packed = (root / name).read_bytes()
    place = display_path(name)
    if len(packed) > MAX_TOTAL_BYTES:
        raise CatalogError(
            f"{place}: {len(packed):,} bytes are too many; all books have {MAX_TOTAL_BYTES:,}"
        )
    try:
        with zipfile.ZipFile(io.BytesIO(packed)) as members:
            facts = msgspec.json.decode(members.read("atlas.json"), type=AtlasFacts)
    except (zipfile.BadZipFile, KeyError, msgspec.DecodeError) as error:
        raise CatalogError(f"{place}: {error}") from None
    check_atlas(place, facts, book)
    return Atlas(book, facts, packed)


def check_atlas(place: str, facts: AtlasFacts, book: Book) -> None:
    """Raise CatalogError for an atlas that does not belong to the present state of this book."""
    if facts.format != FORMAT:
        raise CatalogError(f"{place}: its format is {facts.format}, and {FORMAT} is read")
    if facts.book != book.code:
        raise CatalogError(f"{place}: it is of the book {facts.book!r}")
    if not 1 <= facts.rulesets <= MAX_GAMES or facts.games < 1:
        raise CatalogError(f"{place}: `rulesets` and `games` are how many were played, from 1")
    known = {f"{table.id}={result}" for table in book.rolled for result in list_results(table)}
    for name, found in facts.effects.items():
        if unknown := sorted(set(found) - known):
            raise CatalogError(
                f"{place}: {name}: the book has no {unknown[0]}; make the atlas anew"
            )
        if any(not low <= effect <= high for effect, low, high in found.values()):
            raise CatalogError(f"{place}: {name}: an effect lies outside its interval")
    for name, pairs in facts.pairs.items():
        if unknown := sorted(
            {answer for one, other, *_ in pairs for answer in (one, other)} - known
        ):
            raise CatalogError(
                f"{place}: {name}: the book has no {unknown[0]}; make the atlas anew"
            )
    by_measure = (facts.mean, facts.spread, facts.span, facts.effects, facts.pairs, facts.columns)
    named = set().union(*by_measure)
    if unknown := sorted(named - set(read_measures())):
        raise CatalogError(f"{place}: {display_path(MEASURES)} says nothing of {unknown[0]}")
    if any(set(each) != named for each in by_measure):
        raise CatalogError(f"{place}: not every measure is there everywhere")
