"""A few seeds of each book that are worth a look, and why."""

from __future__ import annotations

PICKS: dict[str, tuple[tuple[str, str], ...]] = {
    "skirmish": (
        ("332732307095507004485567", "Riot Dice as written: towers, scoots, fists, loot, and a clock."),
        ("032036335387800767738990", "Fistful of Dice as written: six-guns, shuffled cards and dynamite."),
        (
            "837088882625560424485507",
            "Blocks of brawlers stagger after their dice through the woods, drinking all the way.",
        ),
        (
            "305706335380807067435983",
            "Squads that pay for their guns, and settle what is left with fists and palms.",
        ),
        (
            "699530077098004080762065",
            "On a tea tray, by the river, one hero does it all, if the throws hold out.",
        ),
    ),
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
    "duel": (
        ("8000000000000", "6d6 as written: secret rows of fuel, and the whole table to cross."),
        (
            "7151620466109",
            "Shots without end through a belt of debris, and one pip carries a ship a long way.",
        ),
    ),
    "gamble": (
        (
            "200000000000",
            "Heroes' Dice as written: five unlike dice, three throws, and a Hero for whoever throws it.",
        ),
        ("944117715162", "Six at the table, a Hero number each, and whoever comes second saves the stake."),
    ),
}
