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
    """A game: what each table rolled, in the book's order, and what comes of it; of a published system, what
    is not as published."""

    book: str
    edition: Count
    seed: str
    name: str
    url: str
    choices: list[Choice]
    traits: list[str]
    credits: list[Source]
    forces: list[Side] | UnsetType = UNSET
    ours: str | UnsetType = UNSET


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
    """How often a rule did something, and in how many games; of one that nobody has to use, how often
    somebody could have used it, and how often that was chosen."""

    fired: Count
    games: Count
    could: Count | UnsetType = UNSET
    chosen: Count | UnsetType = UNSET
    looked_up: Count | UnsetType = UNSET


class Share(Struct, forbid_unknown_fields=True):
    """A share of games, 0 to 1, and its interval, which is wide enough for all looks at growing numbers
    together."""

    value: float
    low: float
    high: float


class Shares(Struct, forbid_unknown_fields=True):
    """In what share of games something was so; `places` is what each place in the order of play has of all
    games, a draw shared out. `unhurt` and `nil_nil` are there where games know of harm."""

    capped: Share
    drawn: Share
    tie_break: Share
    one_round: Share
    places: list[Share]
    unhurt: Share | UnsetType = UNSET
    nil_nil: Share | UnsetType = UNSET


class Rung(Share, forbid_unknown_fields=True):
    """What the better bot has of pairs of games against the worse, seats changed: a mean share with its
    interval."""

    better: str
    worse: str
    pairs: Count


class Asked(Struct, forbid_unknown_fields=True):
    """How often a question was put that left a choice, and how often it left none; of answers that have
    names, how often each could be given and was, and which of them are the `whole` answer: others say where,
    whom or with what as well."""

    put: str
    decisions: Count
    forced: Count
    answers: dict[str, tuple[Count, Count]] | UnsetType = UNSET
    whole: list[str] | UnsetType = UNSET


class Tension(Struct, forbid_unknown_fields=True):
    """How open games stay, as docs/playtests.md says; nothing to go by where the `skill` is below 0.2."""

    skill: float
    openness: float
    comebacks: float
    settled: float
    changes: float
    course: list[float]


class Verdict(Struct, forbid_unknown_fields=True):
    """How bad the worst of it is: fine, blemish, fault or broken; whether that is sure; and a sentence."""

    grade: str
    sure: bool
    sentence: str


class Gated(Share, forbid_unknown_fields=True):
    """How bad a game is in one thing, and how its interval has it at the `mildest` and at the `worst`, as
    words like a verdict's; in a sentence; and the figure that this goes by, with its interval."""

    grade: str
    mildest: str
    worst: str
    sentence: str


class Measured(Struct, forbid_unknown_fields=True):
    """A figure, with its interval where it has one, and between which four of five rulesets of the book lie,
    where somebody knows."""

    value: float
    low: float | UnsetType = UNSET
    high: float | UnsetType = UNSET
    usual_low: float | UnsetType = UNSET
    usual_high: float | UnsetType = UNSET


class Figures(Struct, forbid_unknown_fields=True):
    """A playtest, as `carnage playtest --json` prints it; not `complete` as long as it goes on. `rules` has
    every rule in force by table and code, `lengths` rows of a number of rounds, how many games took so many,
    and what share of them whoever opened has; `watch` the numbers of games worth watching, and `courses` the
    chance of the winner of each, stage by stage, or of the first side where it is drawn; `shunned`, by the
    names of questions, what random bots of the `ladder` are spared, as greedy ones never answered so."""

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
    first_side_share: Share | None
    rounds: Rounds | None
    scores: list[Mean]
    winnings: list[Mean]
    decisions_per_game: float
    rules: dict[str, Fired]
    opened: bool
    shares: Shares
    endings: dict[str, Count]
    lengths: list[tuple[Count, Count, float]]
    attacks: float | None
    answers: dict[str, Asked]
    tension: Tension | None
    watch: dict[str, Count]
    courses: dict[str, list[float]]
    ladder: list[Rung]
    shunned: dict[str, list[str]]
    complete: bool
    verdict: Verdict
    gates: dict[str, Gated]
    measures: dict[str, Measured]


class Stands(Struct, forbid_unknown_fields=True):
    """A job that is not over: so many are `ahead` of it, and its turn comes in about so many `seconds`, null
    if that is unknown."""

    ahead: Count
    seconds: float | None


class UnderWay(Stands, forbid_unknown_fields=True):
    """A playtest that is not over, standing as `ahead` and the rest say; `figures` are what it has come to by
    now, null before its first look."""

    figures: Figures | None


class Problem(Struct, forbid_unknown_fields=True):
    """What is wrong (RFC 9457): `detail` says it in the words of the page that people get."""

    title: str
    status: Count
    detail: str
    type: str = "about:blank"
