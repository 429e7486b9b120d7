"""The kinds of questions that a duel asks, and the meaning of their options."""

from __future__ import annotations

from carnage.engine.core.events import number_kinds
from carnage.engine.core.queries import (
    A_DIRECTION,
    A_NUMBER,
    A_PLACE,
    YES_OR_NO,
    Choice,
    Query,
    Slot,
    Thing,
    choice_of,
)

A_DIE = Thing("die", "ships.cells", piece="die-{seat}-{n}")
A_SHIP = Thing("ship", "ships", piece="ship-{n}")
THE_ENEMY = "ship-{enemy}"

ROWS: Choice = choice_of("mobility", "offense", "defense")
STEPS: Choice = choice_of("moves", "attacks", "the-lead")
WAYS: Choice = choice_of("stay", "go", "turn-about")

QUERIES: tuple[Query, ...] = (
    Query(
        "assign",
        "Which row is {about} for?",
        Slot("die", A_DIE),
        {
            "what": Slot("row", ROWS),
            "who": Slot("die", A_DIE),
            "other": Slot(
                "instead", A_DIE, "goes to this row, while this die takes its place; null for none"
            ),
            "x": Slot(
                "dice",
                A_NUMBER,
                "that the row has been given; where dice change rows, which change it is",
            ),
        },
        sealed=True,
        rules=("assignment",),
    ),
    Query(
        "valve",
        "Which die may change its row?",
        slots={
            "what": Slot("row", ROWS, "in which it stands"),
            "who": Slot("die", A_DIE),
            "other": Slot(
                "goes", ROWS, "where it goes already, if it is the one that has; else null"
            ),
            "x": Slot("changes", A_NUMBER, "so far"),
        },
        sealed=True,
        seeks=True,
        rules=("assignment",),
    ),
    Query(
        "order",
        "Who {about} first?",
        Slot("step", STEPS),
        {"what": Slot("ship", A_SHIP)},
        rules=(
            "order",
            "tie-order",
        ),
        in_general="Who goes first?",
    ),
    Query(
        "move",
        "Where does your ship go?",
        slots={
            "what": Slot("action", WAYS),
            "who": Slot("way", Choice({1: "straight", 2: "over-an-edge"}), of=("go",)),
            "x,y": Slot("place", A_PLACE, of=("go", "turn-about")),
            "fx,fy": Slot("facing", A_DIRECTION, of=("go", "turn-about")),
        },
        sampled=True,
        rules=("move",),
        uses={"turn-about": "move"},
    ),
    Query(
        "pay",
        "Which die pays for {about}?",
        Slot("row", Choice({**ROWS.names, len(ROWS.names): "any"}), "that owes a pip"),
        {
            "what": Slot("row", ROWS),
            "who": Slot("die", A_DIE, "to be turned down"),
            "other": Slot("pips", A_NUMBER, "that it shows"),
        },
        routine=True,
        seeks=True,
        rules=("turn",),
    ),
    Query(
        "shoot",
        "Do you shoot?",
        Slot("strength", A_NUMBER, "of the shot"),
        {
            "what": Slot("shoot", YES_OR_NO),
            "other": Slot("dice", A_NUMBER, "in its way", of=("yes",)),
            "x,y": Slot("place", A_PLACE, "where its line begins", of=("yes",)),
            "fx,fy": Slot("direction", A_DIRECTION, of=("yes",)),
        },
        rules=("shot",),
        targets={"yes": THE_ENEMY},
        uses={"yes": "shot"},
    ),
    Query(
        "lose",
        "Which of the emptiest dice is lost?",
        slots={
            "what": Slot("row", ROWS),
            "who": Slot("die", A_DIE),
            "other": Slot("pips", A_NUMBER, "that it shows"),
        },
        routine=True,
        seeks=True,
        rules=("hit",),
    ),
    Query(
        "jettison",
        "Where do you jettison the die?",
        Slot("dice", A_NUMBER, "left, with those still to go overboard"),
        {
            "what": Slot(
                "action", choice_of("lay", "throw"), "on the table, or onto the enemy ship"
            ),
            "x,y": Slot("place", A_PLACE, of=("lay",)),
        },
        sampled=True,
        rules=("jettison",),
        targets={"throw": THE_ENEMY},
        uses={"throw": "jettison"},
    ),
)
NUMBERS: dict[str, int] = number_kinds(QUERIES)
CONSTANTS: dict[str, int] = NUMBERS | STEPS.numbers() | WAYS.numbers()
