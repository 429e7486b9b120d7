"""The classic book against what was published: every digit of every table, and the published
bookmark.
"""

from __future__ import annotations

import pytest

from tests.support.rulesets import PUBLISHED, classic, ruleset

# Table id, title, and what each of the digits 0 to 9 gives, typed out once more and not read from
# the book.
PUBLISHED_TABLES = [
    (
        "golden-rule",
        "Golden Rule",
        ["Bias to realism"] * 3 + ["Bias to action"] * 3 + ["Flip a coin"] * 4,
    ),
    ("units", "Units", ["Squads"] * 5 + ["Individuals"] * 5),
    (
        "resolution",
        "Resolution Mechanic",
        ["Dice Pool"] * 4 + ["Dice Combination"] * 4 + ["Card Draw"] * 2,
    ),
    ("line-of-sight", "Line of Sight", ["Models Eye View"] * 6 + ["Abstracted"] * 4),
    ("arc-of-sight", "Arc of Sight", ["360"] * 4 + ["180"] * 3 + ["90"] * 3),
    ("round-structure", "Round Structure", ["Phased"] + ["Action Phase"] * 9),
    (
        "initiative",
        "Initiative",
        [
            "Random (Static)",
            "Random (Static)",
            "Random (Static)",
            "Random (Shifting)",
            "Random (Shifting)",
            "Earnt (Leader)",
            "Earnt (Laggard)",
            "Earnt (Resource Buy)",
            "Earnt (Resource Bid)",
            "Bought",
        ],
    ),
    (
        "activation-order",
        "Activation Order",
        [
            "Batched Activations",
            "IGOUGO",
            "IGOUGO",
            "Alternating",
            "Alternating",
            "Limited Activations",
            "Fungible Activations",
            "Unreliable Activation Order",
            "Push Your Luck",
            "Batched Activations",
        ],
    ),
    (
        "action-points",
        "Action Points",
        ["Move+Action"] * 4 + ["Two AP"] * 3 + ["Two Unique Actions"] * 2 + ["One Of Everything"],
    ),
    (
        "movement",
        "Movement",
        ["Free Movement"] * 4
        + ["Restricted Movement"] * 3
        + ["Momentum Movement"] * 2
        + ["Measureless movement"],
    ),
    ("damage", "Damage", ["Certain Death"] * 4 + ["Uncertain Death"] * 3 + ["Doomed"] * 3),
    ("morale", "Morale", ["Fleeing"] * 6 + ["Shaken"] * 4),
    ("deployment", "Deployment", ["1"] + ["2"] * 3 + ["3"] * 3 + ["4"] * 3),
    (
        "game-length",
        "Game Length",
        ["Fixed Round Limit"] * 6
        + ["Uncertain Round Limit (3-10)"] * 3
        + ["Uncertain Round Limit (5-7)"],
    ),
    (
        "objectives",
        "Objectives",
        ["Points removal"] * 4 + ["Interactive objectives"] * 3 + ["Positional objectives"] * 3,
    ),
]

CODES = {
    "Random (Static)": "random-static",
    "Earnt (Resource Bid)": "earnt-resource-bid",
    "Move+Action": "move-action",
    "Uncertain Round Limit (3-10)": "uncertain-round-limit-3-10",
    "Two AP": "two-ap",
    "360": "360",
}


def test_tables_are_published_ones_in_order() -> None:
    assert [(table.id, table.title) for table in classic().rolled] == [
        (id, title) for id, title, _ in PUBLISHED_TABLES
    ]


@pytest.mark.parametrize(
    ("place", "id", "labels"), [(i, t[0], t[2]) for i, t in enumerate(PUBLISHED_TABLES)]
)
def test_every_digit_has_its_published_option(place: int, id: str, labels: list[str]) -> None:
    assert len(labels) == 10
    for digit, label in enumerate(labels):
        digits = "0" * place + str(digit) + "0" * (14 - place)
        choice = ruleset(digits).choices[place]
        assert (choice.table.id, choice.roll, choice.option.label) == (id, digit, label)


def test_option_codes_are_hyphenated_labels() -> None:
    for table in classic().rolled:
        for option in table.options:
            letters = "".join(c if c.isalnum() else " " for c in option.label.lower())
            assert option.code == "-".join(letters.split())
    labels = {option.label: option.code for table in classic().rolled for option in table.options}
    assert {label: labels[label] for label in CODES} == CODES


def test_published_seed_has_published_game() -> None:
    game = ruleset(PUBLISHED)
    assert game.name == "Ruinous Throne"
    assert [choice.option.label for choice in game.choices] == [
        "Bias to realism",
        "Squads",
        "Dice Pool",
        "Abstracted",
        "180",
        "Action Phase",
        "Bought",
        "Push Your Luck",
        "Two Unique Actions",
        "Restricted Movement",
        "Certain Death",
        "Fleeing",
        "4",
        "Uncertain Round Limit (3-10)",
        "Points removal",
    ]
    assert game.choice("deployment").option_params == {"table_feet": 4, "deploy_inches": 8}


def test_digits_set_their_published_numbers() -> None:
    rounds = [
        ruleset("0" * 13 + str(n) + "0").choice("game-length").option_params for n in range(6)
    ]
    assert rounds == [{"rounds": number} for number in (3, 4, 5, 6, 8, 10)]
    tables = [
        ruleset("0" * 12 + str(n) + "00").choice("deployment").option_params for n in (0, 1, 4, 7)
    ]
    assert tables == [{"table_feet": feet, "deploy_inches": 2 * feet} for feet in (1, 2, 3, 4)]
