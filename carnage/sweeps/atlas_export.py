"""The packed atlas of a book that is part of the package: one small file, which pages read without
Arrow.

`carnage/catalog/atlas.py` reads it.
"""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from msgspec import structs

from carnage import catalog
from carnage.catalog import Book
from carnage.catalog.atlas import (
    MAX_STEP,
    MAX_TOTAL_BYTES,
    NO_VALUE,
    UNUSED,
    AtlasFacts,
    atlas_path,
    check_atlas,
    list_results,
    read_measures,
)
from carnage.catalog.norms import DrawRates, Norms, Span
from carnage.catalog.toml import display_path
from carnage.common.files import make_folder, write_file
from carnage.sweeps.atlas import Atlas
from carnage.sweeps.plan import SweepError

MAX_EXPORTED_PAIRS = 5  # pairs of each measure
LOW_PERCENTILE, HIGH_PERCENTILE = 10, 90  # percentiles at the ends of a span
MIN_RULESETS = 10  # fewest rulesets with an option, to count those with too many draws
PLAYTEST_PREFIX = "measure."  # prefix of the measures of a playtest in a sweep
DRAWN_MEASURE = "measure.drawn"
MAX_DRAWN_SHARE = 0.2  # share of drawn games above which they are too many
MEMBER_TIME = (
    1980,
    1,
    1,
    0,
    0,
    0,
)  # time of all members, so that the same atlas gives the same bytes


def export_atlas(atlas: Atlas, root: Path) -> Path:
    """Write the packed atlas and the usual values of a book, and return the path of the atlas.

    `root` is a folder laid out like `tables/`. Raise SweepError if the atlases of all books are too
    large.
    """
    path = root / atlas_path(atlas.book)
    data = pack_atlas(atlas)
    others = sum(each.stat().st_size for each in path.parent.glob("*.zip") if each != path)
    if len(data) + others > MAX_TOTAL_BYTES:
        raise SweepError(
            f"The atlas of {atlas.book} has {len(data):,} bytes and the others {others:,}: all "
            "together "
            f"may have {MAX_TOTAL_BYTES:,}. Sweep fewer rulesets."
        )
    make_folder(path.parent)
    write_file(path, data)
    if known := update_norms(atlas, catalog.book(atlas.book)):
        write_file(root / "usual" / f"{atlas.book}.toml", format_norms(known))
    return path


def pack_atlas(atlas: Atlas) -> bytes:
    """Return the bytes of the file, which are the same for the same atlas."""
    book = catalog.book(atlas.book)
    columns = {
        name: _to_floats(atlas.games[name]) for name in atlas.effects if name in read_measures()
    }
    facts = _collect_facts(atlas, columns)
    check_atlas(display_path(atlas_path(atlas.book)), facts, book)
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as members:

        def keep(name: str, data: bytes) -> None:
            member = zipfile.ZipInfo(name, MEMBER_TIME)
            member.compress_type = zipfile.ZIP_DEFLATED
            members.writestr(member, data)

        keep("atlas.json", msgspec.json.format(msgspec.json.encode(facts), indent=0))
        keep("digits", "".join(atlas.games["digits"].to_pylist()).encode("ascii"))
        for table in book.rolled:
            number = {name: n for n, name in enumerate(list_results(table))}
            given = atlas.games[f"answer.{table.id}"].to_pylist()
            keep(
                f"answers/{table.id}",
                bytes(UNUSED if each is None else number[each] for each in given),
            )
        for name, values in columns.items():
            keep(
                f"measures/{name}", _to_steps(values, *facts.columns[name]).astype("<u2").tobytes()
            )
    return written.getvalue()


def _to_floats(column: Any) -> Any:
    """Return a column as float64, with NaN for null."""
    return column.to_numpy(zero_copy_only=False).astype(np.float64)


def _to_steps(values: Any, low: float, high: float) -> Any:
    """Return numbers as steps from 0 to STEPS between `low` and `high`, and NOTHING for NaN."""
    step = np.round((values - low) / ((high - low) or 1.0) * MAX_STEP)
    return np.where(np.isfinite(values), np.nan_to_num(step), NO_VALUE)


def _compute_span(values: Any) -> tuple[float, float]:
    """Return the range of most values."""
    low, high = np.percentile(values, (LOW_PERCENTILE, HIGH_PERCENTILE))
    return _round_number(low), _round_number(high)


def _collect_facts(atlas: Atlas, columns: dict[str, Any]) -> AtlasFacts:
    """Return the statistics that the file contains."""
    there = {name: values[np.isfinite(values)] for name, values in columns.items()}
    return AtlasFacts(
        book=atlas.book,
        rulesets=atlas.rulesets,
        games=atlas.plan.games,
        seed=atlas.plan.seed,
        engine=atlas.engine,
        version=atlas.plan.version,
        mean={name: _round_number(values.mean()) for name, values in there.items()},
        spread={name: _round_number(values.std()) for name, values in there.items()},
        span={name: _compute_span(values) for name, values in there.items()},
        effects={
            name: {
                f"{each.table}={each.option}": (
                    _round_number(each.effect),
                    _round_number(each.low),
                    _round_number(each.high),
                )
                for each in atlas.effects[name]
            }
            for name in columns
        },
        pairs={
            name: tuple(
                (
                    f"{each.table}={each.option}",
                    f"{each.other_table}={each.other_option}",
                    _round_number(each.effect),
                    _round_number(each.low),
                    _round_number(each.high),
                )
                for each in atlas.pairs[name][:MAX_EXPORTED_PAIRS]
            )
            for name in columns
        },
        foretold={
            name: None if (told := atlas.foretold[name]) is None else _round_number(told)
            for name in columns
        },
        columns={
            name: (float(values.min()), float(values.max())) for name, values in there.items()
        },
    )


def _round_number(value: float) -> float:
    """Return a number with four significant digits, which is the precision of an atlas."""
    return float(f"{value:.4g}")


def update_norms(atlas: Atlas, book: Book) -> Norms | None:
    """Return the usual values of a book, updated by its atlas; None if the book has none so far.

    The atlas gives the spans of some measures and the share of rulesets with too many draws. All
    other values need more games of each ruleset, or bots that learn.
    """
    before = book.norms
    if before is None:
        return None
    spans = dict(before.measure)
    for name, measure in read_measures().items():
        if measure.usual and name in atlas.effects:
            values = _to_floats(atlas.games[name])
            low, high = np.percentile(
                values[np.isfinite(values)], (LOW_PERCENTILE, HIGH_PERCENTILE)
            )
            spans[name.removeprefix(PLAYTEST_PREFIX)] = Span(
                low=round(float(low), 4), high=round(float(high), 4)
            )
    return structs.replace(before, measure=spans, drawn=_count_draws(atlas, book))


def _count_draws(atlas: Atlas, book: Book) -> DrawRates:
    """Return the share of rulesets with too many draws, and their number for each option."""
    too_often = _to_floats(atlas.games[DRAWN_MEASURE]) > MAX_DRAWN_SHARE
    option: dict[str, tuple[int, int]] = {}
    for table in book.rolled:
        given = np.array(
            [
                None if each is None else list_results(table)[each].option.code
                for each in atlas.games[f"answer.{table.id}"].to_pylist()
            ],
            dtype=object,
        )
        for code in dict.fromkeys(option.code for option in table.options):
            having = given == code
            if having.sum() >= MIN_RULESETS:
                option[f"{table.id}.{code}"] = (int(too_often[having].sum()), int(having.sum()))
    share = round(float(too_often.mean()), 4)
    return DrawRates(
        rulesets=atlas.rulesets,
        games=atlas.plan.games,
        often=MAX_DRAWN_SHARE,
        share=share,
        option=dict(sorted(option.items())),
    )


def format_norms(usual: Norms) -> str:
    """Return usual values as the text of a TOML file."""
    lines = [
        "# Made by `python bench/usual.py`: a tenth of games lie below `low`, a tenth above "
        "`high`. What",
        "# measures.toml calls usual, and how many are drawn, is from the book's atlas (`make "
        "atlas`).",
        f"rulesets = {usual.rulesets}",
        f"games = {usual.games}",
    ]
    for name, span in usual.measure.items():
        lines += ["", f"[measure.{name}]", f"low = {span.low:.4f}", f"high = {span.high:.4f}"]
    if drawn := usual.drawn:
        lines += [
            "",
            "[drawn]",
            f"rulesets = {drawn.rulesets}",
            f"games = {drawn.games}",
            f"often = {drawn.often}",
        ]
        lines += [f"share = {drawn.share:.4f}", "", "[drawn.option]"]
        lines += [
            f'"{option}" = [{often}, {having}]' for option, (often, having) in drawn.option.items()
        ]
    if never := usual.never:
        lines += [
            "",
            "[never]",
            f"rulesets = {never.rulesets}",
            f"games = {never.games}",
            "",
            "[never.rule]",
        ]
        lines += [f'"{rule}" = [{idle}, {having}]' for rule, (idle, having) in never.rule.items()]
    return "\n".join(lines) + "\n"
