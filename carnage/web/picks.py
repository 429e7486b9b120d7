"""A few seeds of each book that are worth a look, and why."""

from __future__ import annotations

PICKS: dict[str, tuple[tuple[str, str], ...]] = {
    "skirmish": (),
    "classic": (
        ("243856987615781", "The game that the original toolkit was shown with."),
        ("678214235112018", "A whole battle on a tea tray, fought with two decks of cards in four rounds."),
        (
            "421853886887585",
            "All is gambled: bids in secret, orders pushed too far, dooms that may yet wait.",
        ),
        ("865725459988299", "Nobody reaches for a ruler, and there are never enough orders to go round."),
        ("015080010521842", "The old way: phase by phase, side after side, and always mind where you face."),
    ),
}
