"""`carnage atlas`: print the effect of each option of a book, as found by sweeps."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from carnage import catalog
from carnage.common.extras import MissingExtraError
from carnage.common.text_format import percent

if TYPE_CHECKING:
    from carnage.sweeps.atlas import Atlas
    from carnage.sweeps.replication import Rechecked


def run(
    folders: Sequence[Path],
    measures: Sequence[str],
    top: int,
    as_json: bool,
    out: Path | None,
    shipped: bool = False,
    against: Sequence[Path] = (),
) -> None:
    """Build an atlas from sweeps, then print, save or ship it, or compare it with new sweeps.

    Args:
        folders: The folders of the sweeps.
        measures: The measures to print; all if empty.
        top: The number of lines of each kind.
        as_json: Print one JSON object.
        out: The folder to save the atlas in.
        shipped: Write the atlas into the tables of the package.
        against: Folders of new sweeps, in which the effects of pairs of options are measured again.

    Raises:
        click.UsageError: A measure does not exist, a sweep cannot be used, or an extra is not
            installed.
    """
    from carnage.sweeps.atlas import made
    from carnage.sweeps.atlas_export import ship
    from carnage.sweeps.plan import SweepError
    from carnage.sweeps.replication import rechecked

    try:
        atlas = made(folders)
        unknown = [name for name in measures if name not in atlas.effects]
        if unknown:
            raise click.UsageError(
                f"There is no measure {unknown[0]!r}; there is {', '.join(atlas.effects)}."
            )
        if out is not None:
            atlas.write(out)
        if shipped:
            path = ship(atlas, Path(str(catalog.TABLES)))
            click.echo(f"{path}: {path.stat().st_size:,} bytes", err=True)
        statements = rechecked(atlas, against) if against else []
    except (SweepError, MissingExtraError) as error:
        raise click.UsageError(str(error)) from None
    if against:
        click.echo("\n".join(recheck(atlas, statements)))
    elif as_json:
        click.echo(json.dumps(atlas.json(), indent=2))
    else:
        click.echo("\n".join(report(atlas, measures or list(atlas.effects), top)))


def report(atlas: Atlas, measures: Sequence[str], top: int) -> Iterator[str]:
    """Yield lines with the effects of options on these measures, largest first.

    Only effects whose interval excludes 0 are listed. `top` limits the options, and the pairs of
    options, of each measure.
    """
    yield f"{catalog.book(atlas.book).title}: {atlas.rulesets:,} rulesets"
    for name in measures:
        told = atlas.foretold[name]
        yield ""
        yield name + (
            f"; of rulesets left out the answers foretell {percent(max(0.0, told))}" if told else ""
        )
        sure = [each for each in atlas.effects[name] if each.low > 0.0 or each.high < 0.0]
        for each in sorted(sure, key=lambda each: -abs(each.effect))[:top]:
            answer = f"{each.table}={each.option}"
            yield (
                f"  {answer:44}{_signed(each.effect):>10}  ({_signed(each.low)} to "
                f"{_signed(each.high)})"
            )
        for pair in atlas.pairs[name][:top]:
            both = f"{pair.table}={pair.option} with {pair.other_table}={pair.other_option}"
            yield (
                f"  {both}: {_signed(pair.effect)} more ({_signed(pair.low)} to "
                f"{_signed(pair.high)})"
            )
        for end in ("most", "least"):
            games = [each for each in atlas.extremes if (each.measure, each.end) == (name, end)][:3]
            listed = ", ".join(f"{atlas.book}/{each.digits} ({each.value:.3g})" for each in games)
            yield f"  {end}: {listed}"


def recheck(atlas: Atlas, statements: Sequence[Rechecked]) -> Iterator[str]:
    """Yield a line for each pair of options, with its effect in the atlas and in new sweeps."""
    yield f"{catalog.book(atlas.book).title}: {atlas.rulesets:,} rulesets"
    for each in statements:
        told = each.told
        found = each.found
        both = f"{told.table}={told.option} with {told.other_table}={told.other_option}"
        if found:
            again = (
                f"{_signed(found.effect)} ({_signed(found.low)} to {_signed(found.high)}), "
                f"of {found.rulesets:,}"
            )
        else:
            again = "too few rulesets"
        verdict = {True: "held", False: "did not hold", None: "not to be seen"}[each.held]
        yield f"  {verdict}: {each.measure}, {both}: {_signed(told.effect)} more; afresh {again}"


def _signed(value: float) -> str:
    """Return a number with three significant digits and its sign."""
    return f"{value:+.3g}".replace("-", "−")
