"""The average effects of options, from the atlas of their book, as short texts."""

from __future__ import annotations

from collections.abc import Iterator

from carnage.catalog import Book, Table
from carnage.catalog.atlas import Atlas, AtlasFacts, Measure, get_atlas, list_results, read_measures
from carnage.catalog.variants import Variant
from carnage.common.intervals import Z95, z_for_looks
from carnage.common.text_format import uncapitalize

MAX_EFFECTS = 3  # effects of an option that are listed
MIN_EFFECT_DEVIATIONS = 0.15  # standard deviations of a measure; smaller effects are left out
MIN_WHOLE_HUNDREDTH = 0.0095  # a share; smaller effects have a decimal place


def summarize_effects(book: Book, table: Table, variant: Variant) -> str:
    """Return the effects of a result, such as “rounds +0.8, draws −3 percentage points”.

    The text is empty if no effect is clear.
    """
    found = get_atlas(book)
    return _format_effects(found, table, _find_result_name(table, variant)) if found else ""


def find_facts(book: Book) -> AtlasFacts | None:
    """Return the facts of a book's atlas; None without an atlas."""
    found = get_atlas(book)
    return found.facts if found else None


def _find_result_name(table: Table, variant: Variant) -> str:
    return next(name for name, each in list_results(table).items() if each.rolls == variant.rolls)


def _format_effects(found: Atlas, table: Table, result: str) -> str:
    facts, effects = found.facts, []
    for name, (effect, low, high) in found.effects(table.id, result).items():
        measure = read_measures()[name]
        size = abs(effect) / facts.spread[name]
        if (
            measure.told
            and has_label(found.book, measure)
            and size >= MIN_EFFECT_DEVIATIONS
            and is_significant(facts, name, low, high)
        ):
            effects.append((size, measure, effect))
    effects.sort(key=lambda each: -each[0])
    return ", ".join(
        f"{uncapitalize(format_label(found.book, measure.noun))} {format_effect(measure, effect)}"
        for _, measure, effect in effects[:MAX_EFFECTS]
    )


def is_significant(facts: AtlasFacts, name: str, low: float, high: float) -> bool:
    """Return whether an effect is significant at a level that is adjusted for the number of
    options.
    """
    factor = z_for_looks(max(1, len(facts.effects[name]))) / Z95
    return abs(low + high) > (high - low) * factor


def has_label(book: Book, measure: Measure) -> bool:
    """Return whether a book has words for a measure: rounds have none in a book that counts
    none.
    """
    return bool(book.sheet.nouns.rounds) or "{round" not in measure.label


def format_label(book: Book, words: str) -> str:
    """Return a noun or a label in the words of a book."""
    nouns = book.sheet.nouns
    return words.format(opener=nouns.opener, rounds=nouns.rounds, round=nouns.round)


def list_measures(found: Atlas) -> Iterator[tuple[str, Measure]]:
    """Yield each measure of a book's atlas with its name, in the order of `measures.toml`.

    Measures that the book has no words for are left out.
    """
    for name, measure in read_measures().items():
        if name in found.facts.columns and has_label(found.book, measure):
            yield name, measure


def format_effect(measure: Measure, effect: float) -> str:
    """Return an effect with its sign: +0.8, or −3 percentage points for a share."""
    if measure.share:
        hundredths = (
            f"{100.0 * effect:+.0f}"
            if abs(effect) >= MIN_WHOLE_HUNDREDTH
            else f"{100.0 * effect:+.1f}"
        )
        return f"{use_minus_sign(hundredths)} percentage points"
    digits = 0 if abs(effect) >= 9.95 else 1 if abs(effect) >= 0.095 else 2
    return use_minus_sign(f"{effect:+,.{digits}f}")


def use_minus_sign(number: str) -> str:
    """Return a number with a minus sign that is as wide as the plus sign."""
    return number.replace("-", "−")


def format_measure(measure: Measure, value: float) -> str:
    """Return a measure of a game: 6.2, or 34%."""
    if measure.share:
        return use_minus_sign(f"{100.0 * value:.0f}%")
    return use_minus_sign(f"{value:,.0f}" if abs(value) >= 99.5 else f"{value:.1f}")
