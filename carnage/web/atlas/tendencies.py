"""The average effects of options, from the atlas of their book, as short texts."""

from __future__ import annotations

from collections.abc import Iterator

from carnage.catalog import Book, Table
from carnage.catalog.atlas import Atlas, AtlasFacts, Measure, get_atlas, list_results, read_measures
from carnage.catalog.variants import Variant
from carnage.common.intervals import Z95, z_for_looks
from carnage.common.text_format import uncapitalize

MOST = 3  # effects of an option that are listed
SLIGHT = 0.15  # standard deviations of a measure; smaller effects are left out
HUNDREDTH = 0.0095  # a share; smaller effects have a decimal place


def tends(book: Book, table: Table, variant: Variant) -> str:
    """Return the effects of a result, such as “rounds +0.8, draws −3 in 100”; empty for no clear
    effect.
    """
    found = get_atlas(book)
    return _tends(found, table, _named(table, variant)) if found else ""


def swept(book: Book) -> AtlasFacts | None:
    """Return the facts of a book's atlas; None without an atlas."""
    found = get_atlas(book)
    return found.facts if found else None


def _named(table: Table, variant: Variant) -> str:
    return next(name for name, each in list_results(table).items() if each.rolls == variant.rolls)


def _tends(found: Atlas, table: Table, result: str) -> str:
    facts, told = found.facts, []
    for name, (effect, low, high) in found.effects(table.id, result).items():
        measure = read_measures()[name]
        far = abs(effect) / facts.spread[name]
        if (
            measure.told
            and spoken(found.book, measure)
            and far >= SLIGHT
            and sure(facts, name, low, high)
        ):
            told.append((far, measure, effect))
    told.sort(key=lambda each: -each[0])
    return ", ".join(
        f"{uncapitalize(named(found.book, measure.noun))} {added(measure, effect)}"
        for _, measure, effect in told[:MOST]
    )


def sure(facts: AtlasFacts, name: str, low: float, high: float) -> bool:
    """Return whether an effect is significant at a level that is adjusted for the number of
    options.
    """
    wider = z_for_looks(max(1, len(facts.effects[name]))) / Z95
    return abs(low + high) > (high - low) * wider


def spoken(book: Book, measure: Measure) -> bool:
    """Return whether a book has words for a measure: rounds have none in a book that counts
    none.
    """
    return bool(book.sheet.nouns.rounds) or "{round" not in measure.label


def named(book: Book, words: str) -> str:
    """Return a noun or a label in the words of a book."""
    nouns = book.sheet.nouns
    rounds = nouns.rounds
    return words.format(opener=nouns.opener, rounds=rounds, round=rounds.lower().removesuffix("s"))


def offered(found: Atlas) -> Iterator[tuple[str, Measure]]:
    """Return the measures of a book's atlas by name."""
    for name, measure in read_measures().items():
        if name in found.facts.columns and spoken(found.book, measure):
            yield name, measure


def added(measure: Measure, effect: float) -> str:
    """Return an effect with its sign: +0.8, or −3 in 100 for a share."""
    if measure.share:
        hundredths = (
            f"{100.0 * effect:+.0f}" if abs(effect) >= HUNDREDTH else f"{100.0 * effect:+.1f}"
        )
        return f"{signed(hundredths)} in 100"
    digits = 0 if abs(effect) >= 9.95 else 1 if abs(effect) >= 0.095 else 2
    return signed(f"{effect:+,.{digits}f}")


def signed(number: str) -> str:
    """Return a number with a minus sign that is as wide as the plus sign."""
    return number.replace("-", "−")


def written(measure: Measure, value: float) -> str:
    """Return a measure of a game: 6.2, or 34%."""
    if measure.share:
        return signed(f"{100.0 * value:.0f}%")
    return signed(f"{value:,.0f}" if abs(value) >= 99.5 else f"{value:.1f}")
