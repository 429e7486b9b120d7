"""The kinds of questions that a gamble asks, and the meaning of their options."""

from __future__ import annotations

from carnage.engine.core.events import number_kinds
from carnage.engine.core.queries import A_NUMBER, Choice, Query, Slot, Thing, choice_of

A_DIE = Thing("die", "seats.dice", "n_dice", "die-{seat}-{n}")
PICKS: Choice = choice_of("throw", "add")
DEEDS: Choice = choice_of("keep", "re-roll")

QUERIES: tuple[Query, ...] = (
    Query(
        "pick",
        "Which dice go into the {about} throw?",
        Slot("throw", A_NUMBER, "of this turn, from 1"),
        {
            "what": Slot("action", PICKS, "throw the dice picked so far, or add a die"),
            "who": Slot("die", A_DIE, of=("add",)),
        },
        seeks=True,
        rules=(
            "choice",
            "throws",
        ),
        in_general="Which dice go into a throw?",
    ),
    Query(
        "hero",
        "Does a Hero act now?",
        slots={
            "what": Slot("action", DEEDS, "keep all Heroes for now, or have a die rolled again"),
            "who": Slot("hero", A_DIE, of=("re-roll",)),
            "other": Slot("die", A_DIE, of=("re-roll",)),
        },
        seeks=True,
        rules=("powers",),
        uses={"re-roll": "powers"},
    ),
)
NUMBERS: dict[str, int] = number_kinds(QUERIES)
CONSTANTS: dict[str, int] = NUMBERS | PICKS.numbers() | DEEDS.numbers()
