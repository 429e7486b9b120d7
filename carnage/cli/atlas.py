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
    from carnage.sweeps.effects import Interaction, MainEffect
    from carnage.sweeps.replication import Replication

EXTREMES = {"most": "highest", "least": "lowest"}
"""The names of the two ends of a measure in reports, by their names in an atlas."""

MAX_EXTREME_GAMES = 3
VERDICTS = {True: "confirmed", False: "not confirmed", None: "unclear"}


def run(
    folders: Sequence[Path],
    *,
    measures: Sequence[str],
    top: int,
    as_json: bool,
    output_folder: Path | None,
    write_package_data: bool = False,
    replicate_with: Sequence[Path] = (),
) -> None:
    """Build an atlas from sweeps, then print and save it, or compare it with new sweeps.

    Args:
        folders: The folders of the sweeps.
        measures: The measures to print; all if empty.
        top: The number of options, and of pairs of options, to print for each measure.
        as_json: Print one JSON object.
        output_folder: The folder to save the atlas in.
        write_package_data: Write the atlas into the tables of the package.
        replicate_with: Folders of new sweeps, in which the effects of pairs of options are
            measured again.

    Raises:
        click.UsageError: A measure does not exist, a sweep cannot be used, or an extra is not
            installed.
    """
    from carnage.sweeps.atlas import build_atlas
    from carnage.sweeps.atlas_export import export_atlas
    from carnage.sweeps.plan import SweepError
    from carnage.sweeps.replication import replicate_interactions

    replications: Sequence[Replication] = ()
    try:
        atlas = build_atlas(folders)
        _check_measures(measures, atlas)
        if output_folder is not None:
            atlas.write(output_folder)
        if write_package_data:
            path = export_atlas(atlas, Path(str(catalog.TABLES)))
            click.echo(f"{path}: {path.stat().st_size:,} bytes", err=True)
        if replicate_with:
            replications = replicate_interactions(atlas, replicate_with)
    except (SweepError, MissingExtraError) as error:
        raise click.UsageError(str(error)) from None
    if replicate_with:
        click.echo("\n".join(format_replications(atlas, replications)))
    elif as_json:
        click.echo(json.dumps(atlas.json(), indent=2))
    else:
        click.echo("\n".join(format_report(atlas, measures or list(atlas.effects), top)))


def _check_measures(measures: Sequence[str], atlas: Atlas) -> None:
    """Raise click.UsageError if the atlas does not have a measure."""
    for name in measures:
        if name not in atlas.effects:
            raise click.UsageError(
                f"There is no measure {name!r}; there is {', '.join(atlas.effects)}."
            )


def format_report(atlas: Atlas, measures: Sequence[str], top: int) -> Iterator[str]:
    """Yield lines with the effects of options on these measures, largest first.

    Only effects whose interval excludes 0 are listed. `top` limits the options, and the pairs of
    options, of each measure.
    """
    yield _format_title(atlas)
    for name in measures:
        yield ""
        yield _format_measure(atlas, name)
        yield from (_format_effect(effect) for effect in _select_effects(atlas, name)[:top])
        yield from (_format_pair(pair) for pair in atlas.pairs[name][:top])
        for end, label in EXTREMES.items():
            yield f"  {label}: {_list_extreme_games(atlas, name, end)}"


def _format_title(atlas: Atlas) -> str:
    """Return the title of the book, and the number of rulesets."""
    return f"{catalog.book(atlas.book).title}: {atlas.rulesets:,} rulesets"


def _format_measure(atlas: Atlas, name: str) -> str:
    """Return the name of a measure, and the share of its variance that the options explain."""
    explained = atlas.foretold[name]
    if not explained:
        return name
    share = percent(max(0.0, explained))
    return f"{name}; the options predict {share} of the variance of other rulesets"


def _select_effects(atlas: Atlas, name: str) -> list[MainEffect]:
    """Return the effects on a measure whose interval excludes 0, largest first."""
    effects = [effect for effect in atlas.effects[name] if effect.low > 0.0 or effect.high < 0.0]
    return sorted(effects, key=lambda effect: -abs(effect.effect))


def _format_effect(effect: MainEffect) -> str:
    """Return the line about the effect of an option."""
    option = f"{effect.table}={effect.option}"
    interval = _format_interval(effect.low, effect.high)
    return f"  {option:44}{_format_signed(effect.effect):>10}  ({interval})"


def _format_pair(pair: Interaction) -> str:
    """Return the line about the joint effect of two options, beyond their single effects."""
    interval = _format_interval(pair.low, pair.high)
    return f"  {_name_pair(pair)}: {_format_signed(pair.effect)} more ({interval})"


def _name_pair(pair: Interaction) -> str:
    """Return the two options of a pair."""
    return f"{pair.table}={pair.option} with {pair.other_table}={pair.other_option}"


def _list_extreme_games(atlas: Atlas, name: str, end: str) -> str:
    """Return the paths of the games at one end of a measure, with their values."""
    games = []
    for extreme in atlas.extremes:
        if (extreme.measure, extreme.end) == (name, end):
            games.append(f"{atlas.book}/{extreme.digits} ({extreme.value:.3g})")
    return ", ".join(games[:MAX_EXTREME_GAMES])


def format_replications(atlas: Atlas, replications: Sequence[Replication]) -> Iterator[str]:
    """Yield a line for each pair of options, with its effect in the atlas and in new sweeps."""
    yield _format_title(atlas)
    for replication in replications:
        pair = replication.told
        yield (
            f"  {VERDICTS[replication.held]}: {replication.measure}, {_name_pair(pair)}: "
            f"{_format_signed(pair.effect)} more; in new sweeps {_format_new_effect(replication)}"
        )


def _format_new_effect(replication: Replication) -> str:
    """Return the effect of a pair of options in new sweeps, with its interval."""
    pair = replication.found
    if pair is None:
        return "too few rulesets"
    interval = _format_interval(pair.low, pair.high)
    return f"{_format_signed(pair.effect)} ({interval}), in {pair.rulesets:,} rulesets"


def _format_interval(low: float, high: float) -> str:
    """Return an interval with signs."""
    return f"{_format_signed(low)} to {_format_signed(high)}"


def _format_signed(value: float) -> str:
    """Return a number with three significant digits and its sign."""
    return f"{value:+.3g}".replace("-", "−")
