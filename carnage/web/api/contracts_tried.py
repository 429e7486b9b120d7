"""The types of JSON responses of comparisons in the lab and of searches."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType

from carnage.web.api.contracts import Count, JobProgress, Share, Shares


class Measures(Struct, forbid_unknown_fields=True):
    """The measures of a comparison.

    Attributes:
        first: The share of wins of the side that opens.
        rounds: The mean number of rounds.
        skill: The advantage of a bot that plays to win over one that plays at random.
        drawn: The share of games drawn.
        tie_break: The share of games decided by a tie-break.
        nil_nil: The share of games without points.
        unhurt: The share of games without harm.
    """

    first: float
    rounds: float | None
    skill: float
    drawn: float
    tie_break: float
    nil_nil: float | UnsetType = UNSET
    unhurt: float | UnsetType = UNSET


class Tried(Struct, forbid_unknown_fields=True):
    """A game that was played in a comparison.

    Attributes:
        games: The number of games on the same dice.
        judged: The number of games by which faults were judged.
        faults: The grades of the faults, the worst first.
        gates: The quality checks that found them.
        sentences: The faults in words.
        at_worst: The grades that the number of games cannot rule out.
        sure: Whether the worst fault is certain.
    """

    id: str
    games: Count
    measures: Measures
    judged: Count
    faults: list[Count]
    gates: list[str]
    sentences: list[str]
    at_worst: list[Count]
    sure: bool


class Neighbour(Tried, forbid_unknown_fields=True, kw_only=True):
    """A game on the same dice as the one that it is compared with.

    Attributes:
        shifts: The differences of the measures.
        other_winner: The share of games with another winner; null if the number of players differs.
        table: The table with another option, if the games differ in one table.
    """

    digits: str
    shifts: dict[str, Share]
    other_winner: Share | None
    unchanged: bool | UnsetType = UNSET
    table: str | UnsetType = UNSET
    title: str | UnsetType = UNSET
    label: str | UnsetType = UNSET
    roll: str | UnsetType = UNSET
    rules: str | UnsetType = UNSET
    lab: str | UnsetType = UNSET


class Differing(Struct, forbid_unknown_fields=True):
    """A rule with its option `here` and `there`; a dash if a game lacks the table."""

    title: str
    here: str
    there: str


class Trial(Tried, forbid_unknown_fields=True, kw_only=True):
    """A comparison: a game and its neighbours.

    Attributes:
        rows: The other options of a table, the options that fix the game, or the other game.
        checked: The number of games that have been judged as in the lab.
        to_check: The number of games that will be judged.
        mildest: The option of each table that changes least.
        tried: The number of options, or of tables, that have been played.
        of: The number of all of them.
        other: The path of the other game.
        rules: The rules that differ.
    """

    rows: list[Neighbour]
    complete: bool
    checked: Count | UnsetType = UNSET
    to_check: Count | UnsetType = UNSET
    mildest: list[Neighbour] | UnsetType = UNSET
    tried: Count | UnsetType = UNSET
    of: Count | UnsetType = UNSET
    other: str | UnsetType = UNSET
    rules: list[Differing] | UnsetType = UNSET


class TrialPending(JobProgress, forbid_unknown_fields=True):
    """A comparison that is not over; `figures` is null before the first games are counted."""

    figures: Trial | None


class Wished(Struct, forbid_unknown_fields=True):
    """A game that was found; `missed` names the parts of the wish that it does not have."""

    id: str
    name: str
    tags: list[str]
    pitch: str
    players: Count
    minutes: tuple[Count, Count] | None
    missed: str


class AcceptedGame(Struct, forbid_unknown_fields=True):
    """A game in which bots found no fault; `blemishes` are its minor defects."""

    id: str
    name: str
    games: Count
    shares: Shares
    skill: float
    blemishes: list[str]


class RejectedGame(Struct, forbid_unknown_fields=True):
    """A game in which bots found a fault, and the worst fault."""

    id: str
    name: str
    gate: str
    sentence: str


class Search(Struct, forbid_unknown_fields=True):
    """The state of a search for good games.

    Attributes:
        judged: The number of games that have been judged.
        found: The games without faults.
        fell: The games with faults.
    """

    under_way: bool
    failed: bool
    judged: Count
    found: list[AcceptedGame]
    fell: list[RejectedGame]


class SearchResult(Struct, forbid_unknown_fields=True):
    """The result of a search.

    Attributes:
        wish: The wish in words.
        unclear: The words that were not understood.
        page: The address of the page for people.
        games: The games that match the wish.
        limits: The parts of the wish that no game has.
        search: The search with playtests; null if none was started.
    """

    book: str
    wish: str
    unclear: str
    page: str
    games: list[Wished]
    limits: list[str]
    search: Search | None
