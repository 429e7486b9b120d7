"""`carnage atlas`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from carnage import catalog
from carnage.extras import MissingExtraError
from carnage.wording import percent

if TYPE_CHECKING:
    from carnage.sweeps.atlas import Atlas
    from carnage.sweeps.rechecking import Rechecked


def run(
    folders: Sequence[Path],
    measures: Sequence[str],
    top: int,
    as_json: bool,
    out: Path | None,
    shipped: bool = False,
    against: Sequence[Path] = (),
) -> None:
    """Make an atlas of sweeps, and print, keep or ship it, or recheck it against fresh ones."""
    from carnage.sweeps.atlas import made
    from carnage.sweeps.plan import SweepError
    from carnage.sweeps.rechecking import rechecked
    from carnage.sweeps.shipping import ship

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
    """What answers do to each of these measures, in plain words."""
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
            yield f"  {answer:44}{_signed(each.effect):>10}  ({_signed(each.low)} to {_signed(each.high)})"
        for pair in atlas.pairs[name][:top]:
            both = f"{pair.table}={pair.option} with {pair.other_table}={pair.other_option}"
            yield f"  {both}: {_signed(pair.effect)} more ({_signed(pair.low)} to {_signed(pair.high)})"
        for end in ("most", "least"):
            games = [each for each in atlas.extremes if (each.measure, each.end) == (name, end)][:3]
            listed = ", ".join(f"{atlas.book}/{each.digits} ({each.value:.3g})" for each in games)
            yield f"  {end}: {listed}"


def recheck(atlas: Atlas, statements: Sequence[Rechecked]) -> Iterator[str]:
    """What an atlas says of pairs of answers, and what fresh sweeps find of the same."""
    yield f"{catalog.book(atlas.book).title}: {atlas.rulesets:,} rulesets"
    for each in statements:
        told, found = each.told, each.found
        both = f"{told.table}={told.option} with {told.other_table}={told.other_option}"
        again = (
            f"{_signed(found.effect)} ({_signed(found.low)} to {_signed(found.high)}), of {found.rulesets:,}"
            if found
            else "too few rulesets"
        )
        verdict = {True: "held", False: "did not hold", None: "not to be seen"}[each.held]
        yield f"  {verdict}: {each.measure}, {both}: {_signed(told.effect)} more; afresh {again}"


def _signed(value: float) -> str:
    return f"{value:+.3g}".replace("-", "−")
