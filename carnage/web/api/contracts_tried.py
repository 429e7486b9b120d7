"""The same of what is tried beside a game in the lab, and of games that are found by what is wished for."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType

from carnage.web.api.contracts import Count, Share, Shares, Stands


class Measures(Struct, forbid_unknown_fields=True):
    """What is compared: of all games the share of whoever opens, the rounds, the shares drawn, decided by a
    tie-break, without harm; and what the bot that plays to win has against one that plays at random."""

    first: float
    rounds: float | None
    skill: float
    drawn: float
    tie_break: float
    nil_nil: float | UnsetType = UNSET
    unhurt: float | UnsetType = UNSET


class Tried(Struct, forbid_unknown_fields=True):
    """A game that was played beside another, and what that came to after so many `games`; what is wrong with
    it after so many that it was `judged` by, as grades of `faults`, the worst first, with the `gates` that
    say so, and in `sentences`. So many may not be `sure` of the worst of them; `at_worst` has the grades that
    they do not rule out."""

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
    """A game beside another on the same dice: by how much measures differ (`shifts`), and in what share of
    games another wins, null where others play. One by another answer to a table names both."""

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
    """A rule with its answers `here` and `there`; a dash where a game has no such table."""

    title: str
    here: str
    there: str


class Trial(Tried, forbid_unknown_fields=True, kw_only=True):
    """A game and its neighbours (`rows`): one for each other answer to a table; or those that mend it, beside
    the `mildest` other answer to each table; or the `other` game that it was set beside, with the `rules`
    that differ. So many answers are `tried` `of` all, or tables where all of them are; and of so many games
    that are `to_check` so many are `checked`: judged as long as in the lab."""

    rows: list[Neighbour]
    complete: bool
    checked: Count | UnsetType = UNSET
    to_check: Count | UnsetType = UNSET
    mildest: list[Neighbour] | UnsetType = UNSET
    tried: Count | UnsetType = UNSET
    of: Count | UnsetType = UNSET
    other: str | UnsetType = UNSET
    rules: list[Differing] | UnsetType = UNSET


class TrialUnderWay(Stands, forbid_unknown_fields=True):
    """A trial that is not over, standing as `ahead` and the rest say; `figures` are what it has come to by
    now, null before the first of them."""

    figures: Trial | None


class Wished(Struct, forbid_unknown_fields=True):
    """A game as wished, or as near to that as one is found: `missed` says what it is not."""

    id: str
    name: str
    tags: list[str]
    pitch: str
    players: Count
    minutes: tuple[Count, Count] | None
    missed: str


class Good(Struct, forbid_unknown_fields=True):
    """A game in which bots found no fault, with what may still be said against it."""

    id: str
    name: str
    games: Count
    shares: Shares
    skill: float
    blemishes: list[str]


class Fallen(Struct, forbid_unknown_fields=True):
    """A game in which bots found a fault, and the worst of them."""

    id: str
    name: str
    gate: str
    sentence: str


class Search(Struct, forbid_unknown_fields=True):
    """How a search for good games stands: how many were `judged`, and what came of each."""

    under_way: bool
    failed: bool
    judged: Count
    found: list[Good]
    fell: list[Fallen]


class Found(Struct, forbid_unknown_fields=True):
    """What was wished for, in words, and what of it was `unclear`; the page for people; games as wished, and
    in `limits` what no game had; the search for good ones, null where nobody has asked for it."""

    book: str
    wish: str
    unclear: str
    page: str
    games: list[Wished]
    limits: list[str]
    search: Search | None
