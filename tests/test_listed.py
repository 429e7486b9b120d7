"""The rules of a table are listed in runs, and read as if each list had been made by itself."""

from __future__ import annotations

import pytest
from rulesets import BATTLES, BOOKS, sample

from carnage.document import listed
from carnage.document.crossings import crossings
from carnage.document.listed import Listed, Run


@pytest.mark.parametrize("book", BOOKS)
def test_runs_read_as_all_rules_of_their_table_together(book: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a run names is no link where an earlier one led to it, whichever game it was met in first."""
    games = sample(40, book)
    shelf = games[0].book
    tables = [table for table in shelf.tables if not table.rolled and len(table.rules) > 1]
    met = 0
    for table in tables:
        in_runs = Listed(shelf, table, None)
        met += len(in_runs._words) > 1
        with monkeypatch.context() as patch:
            patch.setattr(listed, "TOGETHER", 1_000)
            whole = Listed(shelf, table, None)
            assert len(whole._words) == 1
        for game in games:
            html: list[list[str]] = []
            for lists in (in_runs, whole):
                seen: set[str] = set(crossings(shelf).of_table(table))
                html.append([item for made in lists(game) for item in lists.crossed(*made, game, seen)])
            assert html[0] == html[1], (game.path, table.id)
            assert [line for run, _ in in_runs(game) for line in run.lines] == [
                line for run, _ in whole(game) for line in run.lines
            ]
    assert met or book not in BATTLES


def test_runs_are_met_again_where_their_list_is_not() -> None:
    """Nearly every game with Talents has a list of its own, out of runs that many have."""
    games = [game for game in sample(300, "skirmish") if game.has("talents")]
    lists = Listed(games[0].book, games[0].book.table("talent-list"), None)
    made: list[tuple[int, ...]] = []
    runs: dict[int, Run] = {}
    for game in games:
        there = [run for run, _ in lists(game)]
        runs |= {id(run): run for run in there}
        made.append(tuple(map(id, there)))
    assert len(set(made)) > len(games) // 2
    assert len(runs) < sum(map(len, made)) // 2
