"""What greedy bots do that a person would not: habits, read off the events of their games.

    python bench/habits.py [--book skirmish classic] [--rulesets 60] [--games 20] [--worst 4]

On random rulesets that the shipped weights were not learned with: how fuses are cut; Moves that end
within an inch of where the model's Move before began, how many of them without an attack between,
and in the same activation; activations in which nothing happens; models that are there at the end
and have never attacked; loot that nobody ever picks up; and of what nobody has to do (pushing,
trying one's luck, crawling, …) how often it is done. Beside the share over all games stands the
median of the rulesets', and where it is worst.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from itertools import islice
from typing import Any, NamedTuple

import numpy as np

BACK = 1.0  # inches from where a Move began within which the next one goes back
WAY = 1.5  # inches that both must be long
ATTACKS = ("attack", "throw", "fight", "contest", "hurl", "shot")
CARRIED = ("flee", "push", "shove", "cross")  # after which where a model came from says nothing
ENDS = ("activate", "end-phase", "round", "phase", "speed-phase", "game-over")  # of an activation
BESIDES = (  # what happens in an activation though nobody does anything
    *(
        "activate",
        "token",
        "pay",
        "toll",
        "declare",
        "jump",
        "card",
        "drawn",
        "pass",
        "anew",
        "burn",
    ),
    *("focus-lost", "watch-over", "fade", "awake", "aim-lost", "hand-over"),
)
SHARES = (
    ("back", "moves"),
    ("back without an attack between", "moves"),
    ("back in the same activation", "moves"),
    ("nothing happens", "activations"),
    ("never attacked", "survivors"),
    ("left lying", "loot"),
)
COULD, CHOSEN = "could ", "chose "  # before the rule that nobody has to use


class Last(NamedTuple):
    """A model's Move before: where it began, how long it was, and in which activation."""

    x: float
    y: float
    far: float
    activation: int


def numbers(names: Sequence[str]) -> set[int]:
    from carnage.engine.battle.frame.shapes import NUMBERS

    return {NUMBERS[name] for name in names}


def read(match: Any) -> Counter[str]:
    """The habits of one game that is over; fuses as `2 sticks cut to 4`."""
    kept: Counter[str] = Counter(games=1)
    move, activate, light, held_up = (
        numbers([name]).pop() for name in ("move", "activate", "light", "held-up")
    )
    attacks, carried, ends, besides = map(numbers, (ATTACKS, CARRIED, ENDS, BESIDES))
    rows = match.log[: min(int(match.record.core.n_events), len(match.log))]
    places = np.stack([rows[name] for name in ("x0", "y0", "x1", "y1")], 1).tolist()
    came: dict[int, Last] = {}
    attacked: set[int] = set()  # ever, and since its Move before
    since: set[int] = set()
    activation, open_, happens = 0, False, False
    for n, (event, actor) in enumerate(
        zip(rows["event"].tolist(), rows["actor"].tolist(), strict=True)
    ):
        if event in ends and open_:
            kept["activations"] += 1
            kept["nothing happens"] += not happens
            open_ = False
        if event == activate:
            activation, open_, happens = activation + 1, True, False
        open_ &= event != held_up
        happens |= event not in besides
        if event in attacks:
            attacked.add(actor)
            since.add(actor)
        elif event in carried:
            came.pop(actor, None)
        elif event == light:
            kept[f"{rows['a'][n]} sticks cut to {rows['b'][n]}"] += 1
        elif event == move:
            x0, y0, x1, y1 = places[n]
            far = float(np.hypot(x1 - x0, y1 - y0))
            before = came.get(actor)
            kept["moves"] += 1
            if (
                before
                and min(far, before.far) >= WAY
                and np.hypot(x1 - before.x, y1 - before.y) <= BACK
            ):
                kept["back"] += 1
                kept["back without an attack between"] += actor not in since
                kept["back in the same activation"] += before.activation == activation
            came[actor] = Last(x0, y0, far, activation)
            since.discard(actor)
    left = {i for i in range(int(match.record.n_models)) if match.record.models[i].in_play == 1}
    picked = set(rows["a"][rows["event"] == numbers(["loot"]).pop()].tolist())
    kept["loot"] += int(match.record.n_loot)
    kept["left lying"] += sum(token not in picked for token in range(int(match.record.n_loot)))
    kept["survivors"] += len(left)
    kept["never attacked"] += len(left - attacked)
    return kept


def habits(ruleset: Any, games: int) -> Counter[str]:
    """The habits of so many games of a ruleset together."""
    from carnage.engine.games import Match

    match = Match(ruleset, 5, 0)
    kept = read(match)
    for number in range(1, games):
        match.restart(5, number)
        kept += read(match)
    return kept + chosen(ruleset, games)


def chosen(ruleset: Any, games: int) -> Counter[str]:
    """How often somebody could have used what nobody has to use in so many games, and how often
    did.
    """
    from carnage.engine.games import assign_seats, family_of
    from carnage.engine.simulation import play_games
    from carnage.lab import statistics

    family = family_of(ruleset.book.family)
    played = play_games(
        ruleset, games, assign_seats(ruleset, ("greedy",)), 5, threads=1, stages=False
    )
    kept: Counter[str] = Counter()
    asked = statistics.answers(family, played)
    for rule, (could, did) in statistics.uses(family, ruleset, asked).items():
        kept[COULD + rule], kept[CHOSEN + rule] = could, did
    return kept


def tell(rulesets: Sequence[Any], each: Sequence[Counter[str]], worst: int) -> None:
    every = sum(each, Counter())
    fuses = (f"{name}: {count:,}" for name, count in sorted(every.items()) if "sticks cut" in name)
    print(f"  {', '.join(fuses)}")
    for part, whole in SHARES:
        if not every[whole]:
            continue
        shares = np.array([one[part] / max(1, one[whole]) for one in each])
        print(
            f"  {part}: {every[part] / every[whole]:.1%} of {whole}, median {np.median(shares):.1%}"
        )
        for n in np.argsort(-shares)[:worst]:
            print(f"    {shares[n]:.1%}  {rulesets[n].path}")
    for name in sorted(name for name in every if name.startswith(COULD) and every[name]):
        rule = name.removeprefix(COULD)
        having = [(n, one) for n, one in enumerate(each) if one[name]]
        never = [rulesets[n].path for n, one in having if not one[CHOSEN + rule]]
        share = f"{every[CHOSEN + rule]:,} of {every[name]:,} times"
        print(f"  {rule}: {share}, never in {len(never)} of {len(having)}")
        for path in never[:worst]:
            print(f"    never  {path}")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--book", nargs="*", default=["skirmish", "classic"])
    parser.add_argument("--rulesets", type=int, default=60)
    parser.add_argument("--games", type=int, default=20, help="on each ruleset")
    parser.add_argument("--worst", type=int, default=4, help="rulesets that are named")
    given = parser.parse_args()
    from carnage import catalog
    from carnage.engine.tuning import load_family_with_weights, random_rulesets

    for code in given.book:
        book = catalog.book(code)
        load_family_with_weights(book)
        rulesets = list(islice(random_rulesets(book, "bench", True), given.rulesets))
        print(f"\n{code}: {given.rulesets} rulesets, {given.games} games each", flush=True)
        tell(rulesets, [habits(ruleset, given.games) for ruleset in rulesets], given.worst)


if __name__ == "__main__":
    main()
