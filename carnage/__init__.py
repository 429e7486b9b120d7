"""Generate a tabletop game from a seed, write its rulebook and play it.

>>> import carnage
>>> game = carnage.roll("classic", "243856987615781")
>>> game.ruleset.name
'Ruinous Throne'
"""

from __future__ import annotations

TYPE_CHECKING = False  # Not from `typing`, which takes longer to import than this whole module.
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path
    from typing import Any

    import pyarrow

    from carnage.engine.summary import Simulation
    from carnage.environments.environment import Environment
    from carnage.rulebook import Rulebook
    from carnage.rulesets.ruleset import Ruleset
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
    """No book has this code; the message lists the codes that exist."""


def __getattr__(name: str) -> Any:
    """Return a name of `carnage.seeds` when it is first used."""
    if name not in ("Seed", "SeedError"):
        raise AttributeError(f"module 'carnage' has no attribute {name!r}")
    from carnage import seeds

    return getattr(seeds, name)


def roll(
    book: str | None = None,
    seed: str | None = None,
    name: str = "",
    *,
    rules: str = "",
    setting: str = "",
) -> Rulebook:
    """Return the rulebook of a game.

    Args:
        book: The code of the book; by default the book that the digits of the seed fit, or
            `skirmish`.
        seed: The digits, in any groups, or the address of a game; by default a new roll.
        name: The name of the game; by default a name that follows from the seed.
        rules: House rules, such as "morale.distance:8,figure.captain.points:12"; by default those
            in the address.
        setting: The id of the setting whose words the rulebook uses, such as "smugglers", or
            "none" for the plain book; by default that in the address, or that of the game's noun.

    Raises:
        UnknownBookError: No book has this code.
        SeedError: The seed does not have the length of the book's seeds.
        carnage.rulesets.game_names.GameNameError: The name is not allowed.
        carnage.rulesets.house_rules.HouseRuleError: A house rule is not possible in this game.
        carnage.rulesets.world.WorldError: The book has no such setting.
    """
    # Imported here because the engine's child processes import this package, and do not need them.
    from carnage import catalog
    from carnage.rulebook import build_rulebook
    from carnage.rulesets.address import GameAddress, read_seed
    from carnage.rulesets.house_rules import change_rules
    from carnage.rulesets.ruleset import resolve
    from carnage.rulesets.world import find_world
    from carnage.seeds import Seed

    if book is not None and book not in catalog.book_codes():
        raise UnknownBookError(
            f"There is no book {book!r}; there is {', '.join(catalog.book_codes())}."
        )
    chosen = None if book is None else catalog.book(book)
    if seed is None:
        chosen = chosen or catalog.book(catalog.DEFAULT_BOOK)
        address = GameAddress(chosen, Seed.roll(chosen.length))
    else:
        address = read_seed(seed, chosen)
    name = name or address.fields.get("name", "")
    ruleset = resolve(address.book, address.seed, name)
    ruleset = change_rules(ruleset, rules or address.fields.get("rules", ""))
    setting = setting or address.fields.get("setting", "")
    return build_rulebook(ruleset, (), find_world(ruleset, setting or None))


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
    """Play a game many times and return the counts.

    Args:
        game: A path, such as "classic/243856987615781", or a ruleset.
        games: The number of games.
        bots: The bots by seat; the last one takes the remaining seats.
        seed: The dice seed of the first game.
        swap: Play each dice seed once from each seat.
        settings: Values by player for each setting, such as {"hands": ("clumsy", "average")}.
        learned: The weights of the bot `learned`.
        threads: The number of threads, by default one for each processor. It does not change the
            result.

    Raises:
        carnage.rulesets.address.AddressError: The path does not name a game.
        carnage.engine.games.GameError: A bot does not exist, or nobody can play the game.
        carnage.rulesets.settings.SettingError: A setting has an invalid value.
    """
    from carnage.engine import simulation

    return simulation.simulate(
        _ruleset(game),
        games,
        bots,
        seed,
        swap=swap,
        progress=None,
        threads=threads,
        settings=settings or {},
        learned=learned,
    )


def environment(
    game: str | Ruleset, bots: Sequence[str] = ("person",), render_mode: str | None = None
) -> Environment:
    """Return a game as a PettingZoo environment (AEC).

    Args:
        game: A path, such as "classic/243856987615781", or a ruleset.
        bots: The bots by seat; the last one takes the remaining seats. Each seat of `person` is an
            agent.
        render_mode: None, "human", "ansi", "svg" or "rgb_array".

    Raises:
        carnage.common.extras.MissingExtraError: The extra `environment` is not installed.
    """
    try:
        from carnage.environments.environment import Environment
    except ImportError as error:
        from carnage.common.extras import missing_extra_error

        raise missing_extra_error("environment", error) from None
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
    """Play games of many rulesets, store the results in a folder of Parquet files and return them.

    The table has a row for each ruleset, in order. An interrupted sweep continues at the next call.

    Args:
        folder: The folder; a new one, or one with the same plan.
        book: The book of random rulesets.
        rulesets: The number of random rulesets.
        listed: Paths of rulesets, instead of random ones.
        changes_of: A game; it and all games that differ from it in one option are played instead.
        games: The number of games of each ruleset.
        bots: The bots by seat.
        seed: The seed of the random rulesets and of their dice.
        skill: Let greedy bots also play random ones.
        keep_games: Store a row for each game, too.
        workers: The number of processes, by default one for each processor.
        scheduler: The address of a Dask scheduler, instead of local processes.

    Raises:
        carnage.sweeps.plan.SweepError: The folder has another plan, or the plan is invalid.
        carnage.common.extras.MissingExtraError: The extra `sweep` or `cluster` is not installed.
    """
    from carnage.sweeps.plan import build_plan, iterate_neighbours, plan_from_lines
    from carnage.sweeps.runner import sweep as run

    wanted = {
        "games": games,
        "bots": tuple(bots),
        "seed": seed,
        "skill": skill,
        "keep_games": keep_games,
    }
    if changes_of is not None:
        ruleset = _ruleset(changes_of)
        plan = build_plan(
            ruleset.book.code, digits=tuple(iterate_neighbours(ruleset)), common=True, **wanted
        )
    elif listed:
        plan = plan_from_lines(listed, **wanted)
    else:
        plan = build_plan(book, rulesets=rulesets, **wanted)
    return run(folder, plan, scheduler, workers)


def _ruleset(game: str | Ruleset) -> Ruleset:
    """Return the ruleset of a path. A ruleset is returned unchanged."""
    from carnage.rulesets.address import read_game

    return read_game(game) if isinstance(game, str) else game
