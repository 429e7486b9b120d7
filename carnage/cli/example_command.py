"""The command that prints an example of play, which `carnage.cli.example` runs."""

from __future__ import annotations

import click

from carnage.cli.renamed_option import RenamedOption


@click.command()
@click.argument("game_id", metavar="[ID]", required=False)
@click.option(
    "--write-package-data",
    cls=RenamedOption,
    old_name="--ship",
    is_flag=True,
    help="In a clone: write the examples of presets and featured games into the package.",
)
def example(game_id: str | None, write_package_data: bool) -> None:
    """Print the example of play of ID: a few turns of a game that show many of its rules."""
    from carnage.cli.example import run

    run(game_id, write_package_data=write_package_data)
