"""What programs get as JSON, as types: these are contracts, and the description of the site shows them."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

Count = Annotated[int, Meta(ge=0)]


class Choice(Struct, forbid_unknown_fields=True):
    """What a table rolled; `params` are the option's own numbers at this roll."""

    table: str
    title: str
    digits: str
    roll: Count
    option: str
    label: str
    params: dict[str, float]


class Kind(Struct, forbid_unknown_fields=True):
    """A kind of model: how many there are of it, what one costs, the stats that the game uses."""

    code: str
    label: str
    points: float
    stats: dict[str, float]
    weapons: list[str]
    count: Count | UnsetType = UNSET
    squad: str | UnsetType = UNSET
    price: float | UnsetType = UNSET


class Side(Struct, forbid_unknown_fields=True):
    """A side's `units`, which come to `points`; or, where players choose, so many `models` to `pick` within a
    `limit` of `money`."""

    side: Count
    points: float | UnsetType = UNSET
    units: list[Kind] | UnsetType = UNSET
    models: Count | UnsetType = UNSET
    money: str | UnsetType = UNSET
    limit: float | UnsetType | None = UNSET
    pick: list[Kind] | UnsetType = UNSET


class Source(Struct, forbid_unknown_fields=True):
    """Whose ideas a game is made of; whoever shows the game shows them."""

    title: str
    authors: str
    licence: str
    credit: str
    url: str


class Rulebook(Struct, forbid_unknown_fields=True):
    """A game: what each table rolled, in the book's order, and what comes of it."""

    book: str
    edition: Count
    seed: str
    name: str
    url: str
    choices: list[Choice]
    traits: list[str]
    credits: list[Source]
    forces: list[Side] | UnsetType = UNSET


class Preset(Struct, forbid_unknown_fields=True):
    """A published system as a game; `rules`, `playtest`, `watch` and `tables` are addresses of the site."""

    code: str
    title: str
    book: str
    edition: Count
    seed: str
    name: str
    intro: str
    ours: str
    options: dict[str, str]
    rules: str
    playtest: str
    watch: str
    tables: str
    credits: list[str]


class Mean(Struct, forbid_unknown_fields=True):
    """A mean with its 95 % interval; `expected` is there where a bot has worked its own out."""

    mean: float
    low: float
    high: float
    expected: float | UnsetType = UNSET


class Rounds(Struct, forbid_unknown_fields=True):
    """How many rounds games took: the mean, and what so many percent of the games do not exceed."""

    mean: float
    p10: float
    p50: float
    p90: float


class Fired(Struct, forbid_unknown_fields=True):
    """How often a rule did something, and in how many games."""

    fired: Count
    games: Count


class Figures(Struct, forbid_unknown_fields=True):
    """Many games counted, as `carnage simulate --json` prints them. `rules` has every rule in force by table
    and code; `seconds` and `games_per_second` alone differ from run to run."""

    id: str
    games: Count
    bots: list[str]
    seed: Count
    hands: list[str] | None
    ended_by_rules: Count
    capped: Count
    wins: list[Count]
    draws: Count
    first_side_wins: Count | None
    rounds: Rounds | None
    scores: list[Mean]
    winnings: list[Mean]
    decisions_per_game: float
    seconds: float
    games_per_second: float
    rules: dict[str, Fired]


class UnderWay(Struct, forbid_unknown_fields=True):
    """A playtest that is not over: so many are `ahead` of it. While rules are compiled, `compiled` of
    `to_compile` are. `seconds` is how long its turn may be away, null if nobody knows."""

    ahead: Count
    warm: bool
    compiled: Count
    to_compile: Count
    seconds: float | None


class Problem(Struct, forbid_unknown_fields=True):
    """What is wrong (RFC 9457): `detail` says it in the words of the page that people get."""

    title: str
    status: Count
    detail: str
    type: str = "about:blank"
