"""Reports in the words of an example of play."""

from __future__ import annotations

import pytest

from carnage.rulebook.example_text import simplify_report


@pytest.mark.parametrize(
    ("report", "example"),
    [
        (
            'It moves 4.3" east, from (9.3, 15.1) to (13.4, 16.5), by the south sailcloth, '
            'facing east (71°), for 6" of movement.',
            'It moves 4.3", by a sailcloth, for 6" of movement.',
        ),
        ("It turns to face north-west (321°).", "It turns on the spot."),
        ("A 2 comes to rest at (17.0, 8.5), by the east rock.", "A 2 comes to rest, by a rock."),
        ("It holds the north-east marker.", "It holds an outer marker."),
        (
            'A die, 4.25" off, away from the enemy and 31 degrees to the left, drifts 0.75".',
            'A die, 4¼" off, away from the enemy, to the left, drifts ¾".',
        ),
        ("The eastern gate holds.", "The eastern gate holds."),
    ],
)
def test_simplify_report_line_has_neither_compass_nor_coordinates(
    report: str, example: str
) -> None:
    assert simplify_report(report) == example
