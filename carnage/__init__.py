"""Carnage rolls up a tabletop game from a seed, writes its rules, and plays it.

>>> import carnage
>>> game = carnage.roll("classic", "243856987615781")
>>> game.ruleset.name
'Ruinous Throne'
"""

from __future__ import annotations

TYPE_CHECKING = False  # Not of `typing`, which takes longer to import than all of this.
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path
    from typing import Any

    import pyarrow

    from carnage.agents.environment import Environment
    from carnage.engine.counting import Simulation
    from carnage.rulebook import Rulebook
    from carnage.ruleset import Ruleset
    from carnage.seeds import Seed, SeedError

__version__ = "0.1.0"
__all__ = [
    "Seed",
    "SeedError",
    "UnknownBookError",
    "__version__",
    "environment",
    "roll",
    "simulate",
    "sweep",
]


class UnknownBookError(ValueError):
    """There is no book of this code; the message lists those that there are."""


def __getattr__(name: str) -> Any:
    """Return a name of `carnage.seeds` when it is first used."""
    if name not in ("Seed", "SeedError"):
        raise AttributeError(f"module 'carnage' has no attribute {name!r}")
    from carnage import seeds

    return getattr(seeds, name)


def roll(book: str | None = None, seed: str | None = None, name: str = "") -> Rulebook:
    """The rulebook of a seed, or of a fresh roll if none is given.

    Without a book it is the one that the seed's digits fit, or else the one that new games are rolled on.
    A seed may be grouped in any way, or be the address of a game of the book. Raises UnknownBookError,
    SeedError for a seed that is not as many digits as the book wants, and carnage.game_names.GameNameError
    for a name that cannot be used: each a ValueError.
    """
    # Imported here so that the engine's child processes, which import this package, need not load them.
    from carnage import catalog
    from carnage.rulebook import build_rulebook
    from carnage.ruleset import resolve
    from carnage.rulesets.address import GameAddress, read_seed
    from carnage.seeds import Seed

    if book is not None and book not in catalog.book_codes():
        raise UnknownBookError(f"There is no book {book!r}; there is {', '.join(catalog.book_codes())}.")
    chosen = None if book is None else catalog.book(book)
    if seed is None:
        chosen = chosen or catalog.book(catalog.DEFAULT_BOOK)
        address = GameAddress(chosen, Seed.roll(chosen.length))
    else:
        address = read_seed(seed, chosen)
    name = name or address.fields.get("name", "")
    return build_rulebook(resolve(address.book, address.seed, name))


def simulate(
    game: str | Ruleset,
    games: int = 1000,
    bots: Sequence[str] = ("greedy",),
    seed: int = 0,
    swap: bool = False,
    *,
    settings: Mapping[str, Sequence[str]] | None = None,
    learned: Mapping[str, float] | None = None,
    threads: int | None = None,
) -> Simulation:
    """Play a game (its path, such as "classic/243856987615781", or a ruleset) so many times, and count.

    `bots` name who plays each side; the last takes the seats that are left. With `swap` each dice number is
    played once from each seat. `settings` are texts for each player, such as {"hands": ("child", "adult")};
    `learned` is what a bot of that name goes by. How many `threads` play, as many as there are processors if
    nothing is said, makes no difference to what is found. docs/simulating.md tells what the result has.

    Raises carnage.rulesets.address.AddressError, carnage.engine.games.GameError and
    carnage.settings.SettingError: each a ValueError that says what would be right.
    """
    from carnage.engine import simulating

    return simulating.simulate(
        _ruleset(game), games, bots, seed, swap, None, threads, settings or {}, learned
    )


def environment(
    game: str | Ruleset, bots: Sequence[str] = ("person",), render_mode: str | None = None
) -> Environment:
    """A game (its path, or a ruleset) as a PettingZoo environment, for agents that act in turn (AEC).

    Every seat whose bot is called `person` is an agent; the last that is named takes the seats that are left.
    `render_mode` is None, "human", "ansi", "svg" or "rgb_array". See docs/environment.md.

    Raises carnage.extras.MissingExtraError where the extra `environment` is not installed, and what
    `simulate` does.
    """
    try:
        from carnage.agents.environment import Environment
    except ImportError as error:
        from carnage.extras import missing

        raise missing("environment", error) from None
    return Environment(_ruleset(game), bots, render_mode)


def sweep(
    folder: str | Path,
    book: str = "skirmish",
    rulesets: int = 0,
    *,
    listed: Sequence[str] = (),
    changes_of: str | Ruleset | None = None,
    games: int = 200,
    bots: Sequence[str] = ("greedy",),
    seed: int = 0,
    skill: bool = True,
    keep_games: bool = False,
    workers: int | None = None,
    scheduler: str | None = None,
) -> pyarrow.Table:
    """Play so many games of so many rulesets, and keep what they come to in a folder of Parquet.

    It is `rulesets` random ones of `book`, or those that are `listed` by their paths, or all that differ
    from `changes_of` in one answer. They are played by so many `workers` here, as many as there are
    processors if nothing is said, or on the Dask cluster of this `scheduler`. A sweep that was broken off
    goes on when it is called for again. Returns a row a ruleset, in their order; docs/sweeps.md tells the
    columns.

    Raises carnage.sweeps.plan.SweepError (a ValueError) for what cannot be done, and
    carnage.extras.MissingExtraError where the extra `sweep`, or `cluster`, is not installed.
    """
    from carnage.sweeps.plan import changes, listed_plan, made
    from carnage.sweeps.running import sweep as run

    wanted = {"games": games, "bots": tuple(bots), "seed": seed, "skill": skill, "keep_games": keep_games}
    if changes_of is not None:
        ruleset = _ruleset(changes_of)
        plan = made(ruleset.book.code, digits=tuple(changes(ruleset)), common=True, **wanted)
    elif listed:
        plan = listed_plan(listed, **wanted)
    else:
        plan = made(book, rulesets=rulesets, **wanted)
    return run(folder, plan, scheduler, workers)


def _ruleset(game: str | Ruleset) -> Ruleset:
    """The ruleset that is meant."""
    from carnage.rulesets.address import read_game

    return read_game(game) if isinstance(game, str) else game
