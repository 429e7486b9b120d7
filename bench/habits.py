"""Count moves of the greedy bot that a person would avoid, from the events of its games.

    python bench/habits.py [--book skirmish classic] [--rulesets 60] [--games 20] [--worst 4]

The rulesets are random and held out: the weights of the package were not tuned with them. The rows
of a book are:

- the lengths to which fuses are cut;
- Moves that end within an inch of the start of the model's last Move, those of them without an
  attack in between, and those in the same activation;
- activations without an action;
- models that survive and have never attacked;
- loot that is never picked up;
- optional actions (such as pushing, trying one's luck or crawling), and their share of the
  opportunities.

Each row has the share over all games and the median over rulesets, then the worst rulesets.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from itertools import islice
from typing import Any, NamedTuple

import numpy as np

MAX_RETURN_INCHES = 1.0  # From the start of a Move, within which the next Move goes back.
MIN_MOVE_INCHES = 1.5  # Length of both Moves.
DICE_SEED = 5
ATTACKS = ("attack", "throw", "fight", "contest", "hurl", "shot")
FORCED_MOVES = ("flee", "push", "shove", "cross")  # After them a return is no mistake.
# The events that end an activation.
ENDS = ("activate", "end-phase", "round", "phase", "speed-phase", "game-over")
BOOKKEEPING = (  # Events of an activation that are no actions.
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
# The prefixes of counters of an optional rule.
COULD = "could "
CHOSEN = "chose "


class Move(NamedTuple):
    """A Move of a model: its start and length in inches, and the number of its activation."""

    x: float
    y: float
    length: float
    activation: int


def event_numbers(names: Sequence[str]) -> set[int]:
    """Return the numbers of events in the log."""
    from carnage.engine.battle.frame.shapes import NUMBERS

    return {NUMBERS[name] for name in names}


def count_habits(match: Any) -> Counter[str]:
    """Return the counters of a game that is over; fuses are counted as `2 sticks cut to 4`."""
    counters: Counter[str] = Counter(games=1)
    (move,) = event_numbers(["move"])
    (activate,) = event_numbers(["activate"])
    (light,) = event_numbers(["light"])
    (held_up,) = event_numbers(["held-up"])
    attacks = event_numbers(ATTACKS)
    forced_moves = event_numbers(FORCED_MOVES)
    ends = event_numbers(ENDS)
    bookkeeping = event_numbers(BOOKKEEPING)
    rows = match.log[: min(int(match.record.core.n_events), len(match.log))]
    places = np.stack([rows[name] for name in ("x0", "y0", "x1", "y1")], 1).tolist()
    last_moves: dict[int, Move] = {}
    attackers: set[int] = set()
    attackers_since_move: set[int] = set()
    activation = 0
    is_activated = False
    has_action = False
    events = zip(rows["event"].tolist(), rows["actor"].tolist(), strict=True)
    for n, (event, actor) in enumerate(events):
        if event in ends and is_activated:
            counters["activations"] += 1
            counters["nothing happens"] += not has_action
            is_activated = False
        if event == activate:
            activation += 1
            is_activated = True
            has_action = False
        is_activated &= event != held_up
        has_action |= event not in bookkeeping
        if event in attacks:
            attackers.add(actor)
            attackers_since_move.add(actor)
        elif event in forced_moves:
            last_moves.pop(actor, None)
        elif event == light:
            counters[f"{rows['a'][n]} sticks cut to {rows['b'][n]}"] += 1
        elif event == move:
            x0, y0, x1, y1 = places[n]
            this_move = Move(x0, y0, float(np.hypot(x1 - x0, y1 - y0)), activation)
            last_move = last_moves.get(actor)
            counters["moves"] += 1
            if last_move and is_return(last_move, this_move, x1, y1):
                counters["back"] += 1
                counters["back without an attack between"] += actor not in attackers_since_move
                counters["back in the same activation"] += last_move.activation == activation
            last_moves[actor] = this_move
            attackers_since_move.discard(actor)
    models = match.record.models
    survivors = {i for i in range(int(match.record.n_models)) if models[i].in_play == 1}
    (loot,) = event_numbers(["loot"])
    picked_up = set(rows["a"][rows["event"] == loot].tolist())
    tokens = range(int(match.record.n_loot))
    counters["loot"] += len(tokens)
    counters["left lying"] += sum(token not in picked_up for token in tokens)
    counters["survivors"] += len(survivors)
    counters["never attacked"] += len(survivors - attackers)
    return counters


def is_return(last_move: Move, this_move: Move, x: float, y: float) -> bool:
    """Return whether a Move that ends at a point goes back to the start of the last Move."""
    shorter = min(this_move.length, last_move.length)
    distance = np.hypot(x - last_move.x, y - last_move.y)
    return bool(shorter >= MIN_MOVE_INCHES and distance <= MAX_RETURN_INCHES)


def count_habits_of_ruleset(ruleset: Any, games: int) -> Counter[str]:
    """Return the counters of some games of a ruleset."""
    from carnage.engine.games import Match

    match = Match(ruleset, DICE_SEED, 0)
    counters = count_habits(match)
    for number in range(1, games):
        match.restart(DICE_SEED, number)
        counters += count_habits(match)
    return counters + count_choices(ruleset, games)


def count_choices(ruleset: Any, games: int) -> Counter[str]:
    """Return the number of opportunities for each optional rule, and of its uses."""
    from carnage.engine.games import assign_seats, family_of
    from carnage.engine.simulation import play_games
    from carnage.lab import statistics

    family = family_of(ruleset.book.family)
    played = play_games(
        ruleset, games, assign_seats(ruleset, ("greedy",)), DICE_SEED, threads=1, stages=False
    )
    counters: Counter[str] = Counter()
    answers = statistics.question_statistics(family, played)
    for rule, (opportunities, uses) in statistics.count_optional_uses(
        family, ruleset, answers
    ).items():
        counters[COULD + rule] = opportunities
        counters[CHOSEN + rule] = uses
    return counters


def print_habits(
    rulesets: Sequence[Any], counters_by_ruleset: Sequence[Counter[str]], worst: int
) -> None:
    """Print the shares over all rulesets, and the worst rulesets of each."""
    total = sum(counters_by_ruleset, Counter())
    fuses = [f"{name}: {count:,}" for name, count in sorted(total.items()) if "sticks cut" in name]
    print(f"  {', '.join(fuses)}")
    for part, whole in SHARES:
        if not total[whole]:
            continue
        shares = np.array(
            [counters[part] / max(1, counters[whole]) for counters in counters_by_ruleset]
        )
        share = total[part] / total[whole]
        print(f"  {part}: {share:.1%} of {whole}, median {np.median(shares):.1%}")
        for n in np.argsort(-shares)[:worst]:
            print(f"    {shares[n]:.1%}  {rulesets[n].path}")
    for name in sorted(name for name in total if name.startswith(COULD) and total[name]):
        rule = name.removeprefix(COULD)
        rulesets_with_rule = 0
        never = []
        for ruleset, counters in zip(rulesets, counters_by_ruleset, strict=True):
            rulesets_with_rule += counters[name] > 0
            if counters[name] and not counters[CHOSEN + rule]:
                never.append(ruleset.path)
        uses = f"{total[CHOSEN + rule]:,} of {total[name]:,} times"
        print(f"  {rule}: {uses}, never in {len(never)} of {rulesets_with_rule}")
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
    arguments = parser.parse_args()
    from carnage import catalog
    from carnage.engine.contest import load_family_with_weights
    from carnage.engine.tuning import random_rulesets

    for code in arguments.book:
        book = catalog.book(code)
        load_family_with_weights(book)
        rulesets = list(islice(random_rulesets(book, "bench", True), arguments.rulesets))
        print(f"\n{code}: {arguments.rulesets} rulesets, {arguments.games} games each", flush=True)
        counters = [count_habits_of_ruleset(ruleset, arguments.games) for ruleset in rulesets]
        print_habits(rulesets, counters, arguments.worst)


if __name__ == "__main__":
    main()
