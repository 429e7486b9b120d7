"""The types of JSON responses, which are contracts: `/openapi.json` is made from them."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

Count = Annotated[int, Meta(ge=0)]


class Choice(Struct, forbid_unknown_fields=True):
    """The result of a table; `params` are the option's own parameters at this roll."""

    table: str
    title: str
    digits: str
    roll: Count
    option: str
    label: str
    params: dict[str, float]


class Kind(Struct, forbid_unknown_fields=True):
    """A kind of model: the `count` of models, the `points` of each, and the stats that the game
    uses. `world_name` is its name in the game's world.
    """

    code: str
    label: str
    points: float
    stats: dict[str, float]
    weapons: list[str]
    world_name: str | UnsetType = UNSET
    count: Count | UnsetType = UNSET
    squad: str | UnsetType = UNSET
    price: float | UnsetType = UNSET


class Side(Struct, forbid_unknown_fields=True):
    """The force of a side.

    Attributes:
        points: The points of all units.
        units: The models, if the rules fix them.
        models: The number of models to choose, if players choose them.
        money: The unit of the limit.
        limit: The limit for all chosen models.
        pick: The kinds to choose from.
    """

    side: Count
    points: float | UnsetType = UNSET
    units: list[Kind] | UnsetType = UNSET
    models: Count | UnsetType = UNSET
    money: str | UnsetType = UNSET
    limit: float | UnsetType | None = UNSET
    pick: list[Kind] | UnsetType = UNSET


class Source(Struct, forbid_unknown_fields=True):
    """A source of the rules, which every copy of the game has to credit."""

    title: str
    authors: str
    licence: str
    credit: str
    url: str


class HouseRule(Struct, forbid_unknown_fields=True):
    """A number that a person has changed, with the value in the book."""

    number: str
    value: float
    book: float


class World(Struct, forbid_unknown_fields=True):
    """The setting of a game, and the scenario of a battle."""

    setting: str
    scenario: str | None


class Time(Struct, forbid_unknown_fields=True):
    """The minutes that a game takes with setting up, with a range, and those of setting up."""

    minutes: Count
    low: Count
    high: Count
    set_up: Count


class Rulebook(Struct, forbid_unknown_fields=True):
    """A game: the result of each table in the book's order, and the rules that follow from them.

    `ours` lists the differences from the published system if the game is a preset.
    """

    book: str
    edition: Count
    seed: str
    name: str
    url: str
    house_rules: list[HouseRule]
    world: World | None
    time: Time | None
    choices: list[Choice]
    traits: list[str]
    credits: list[Source]
    forces: list[Side] | UnsetType = UNSET
    ours: str | UnsetType = UNSET


class Preset(Struct, forbid_unknown_fields=True):
    """A published system as a game; `rules`, `playtest`, `watch` and `tables` are addresses of
    the site.
    """

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
    """A mean with its 95 % interval; `expected` is the exact value, if a bot has computed it."""

    mean: float
    low: float
    high: float
    expected: float | UnsetType = UNSET


class Rounds(Struct, forbid_unknown_fields=True):
    """The length of games in rounds: the mean and three percentiles."""

    mean: float
    p10: float
    p50: float
    p90: float


class RuleUsage(Struct, forbid_unknown_fields=True):
    """The use of a rule.

    Attributes:
        fired: The number of times that the rule had an effect.
        games: The number of games in which it had an effect.
        could: The number of times that an optional rule could be used.
        chosen: The number of times that it was chosen.
        looked_up: The number of times that it was looked up.
    """

    fired: Count
    games: Count
    could: Count | UnsetType = UNSET
    chosen: Count | UnsetType = UNSET
    looked_up: Count | UnsetType = UNSET


class Share(Struct, forbid_unknown_fields=True):
    """A share of games from 0 to 1, with an interval that holds for repeated looks at growing
    samples.
    """

    value: float
    low: float
    high: float


class Shares(Struct, forbid_unknown_fields=True):
    """Shares of games with an outcome.

    Attributes:
        places: The share of wins of each seat in the order of play; a draw is divided among its
            winners.
        seats: The share of wins of each side, over all openers.
        unhurt: The share of games in which no side harms another, if games have harm.
        nil_nil: The share of games without points, if games have harm.
    """

    capped: Share
    drawn: Share
    tie_break: Share
    one_round: Share
    places: list[Share]
    seats: list[Share]
    unhurt: Share | UnsetType = UNSET
    nil_nil: Share | UnsetType = UNSET


class Rung(Share, forbid_unknown_fields=True):
    """The mean share of a better bot in pairs of games against a worse one, with seats swapped."""

    better: str
    worse: str
    pairs: Count


class QuestionStats(Struct, forbid_unknown_fields=True):
    """The use of a question.

    Attributes:
        decisions: The number of times that there was a choice.
        forced: The number of times that there was a single answer.
        routine: True if its answer hardly matters.
        answers: For each named answer, the number of times that it was offered and that it was
            given.
        whole: The names that are complete answers; others also name a place, a target or a weapon.
    """

    put: str
    decisions: Count
    forced: Count
    routine: bool
    answers: dict[str, tuple[Count, Count]] | UnsetType = UNSET
    whole: list[str] | UnsetType = UNSET


class Tension(Struct, forbid_unknown_fields=True):
    """The tension of games (docs/explanation/playtests.md); it has no meaning for a `skill`
    below 0.2.
    """

    skill: float
    openness: float
    comebacks: float
    settled: float
    changes: float
    course: list[float]
    settled_interval: tuple[float, float]


class Verdict(Struct, forbid_unknown_fields=True):
    """The worst grade of a playtest: fine, blemish, fault or broken.

    `sure` if it is certain; `depends` if it depends on how well the game is played.
    """

    grade: str
    sure: bool
    depends: bool
    sentence: str


class GateResult(Share, forbid_unknown_fields=True):
    """The result of a quality check.

    `mildest` and `worst` are the best and the worst grade within the interval.
    """

    grade: str
    mildest: str
    worst: str
    sentence: str


class Strength(Struct, forbid_unknown_fields=True):
    """The grade and the checks between bots of one strength."""

    games: Count
    grade: str
    sure: bool
    gates: dict[str, GateResult]


class Strengths(Struct, forbid_unknown_fields=True):
    """The grades between greedy bots, and between bots that have practised the game."""

    greedy: Strength
    practised: Strength | None


class Idle(Struct, forbid_unknown_fields=True):
    """The shares of a game in which nothing changes: before the last change, and after it."""

    dead: Share | UnsetType = UNSET
    frozen: Share | UnsetType = UNSET


class Measured(Struct, forbid_unknown_fields=True):
    """A figure with its interval, and the range of four of five rulesets of the book, if it is
    known.
    """

    value: float
    low: float | UnsetType = UNSET
    high: float | UnsetType = UNSET
    usual_low: float | UnsetType = UNSET
    usual_high: float | UnsetType = UNSET


class GameFigures(Struct, forbid_unknown_fields=True, kw_only=True):
    """The figures of games between bots of one strength.

    Attributes:
        rules: Every rule in force, by table and code.
        lengths: Rows of a number of rounds, the number of games, and the share of the side that
            opened.
        watch: The numbers of games worth watching.
        courses: The winner's chance stage by stage in each of these games; the first side's after a
            draw.
        z: The half width of intervals, in standard errors.
        openers: The number of sides that open some of the games.
        minutes: The minutes of a game between people.
    """

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
    rules: dict[str, RuleUsage]
    opened: bool
    shares: Shares
    endings: dict[str, Count]
    lengths: list[tuple[Count, Count, float]]
    attacks: float | None
    possible_attacks: float | None
    answers: dict[str, QuestionStats]
    tension: Tension | None
    watch: dict[str, Count]
    courses: dict[str, list[float]]
    z: float
    openers: Count
    minutes: Share
    idle: Idle


class Figures(GameFigures, forbid_unknown_fields=True, kw_only=True):
    """The figures of a playtest, as `carnage playtest --json` prints them.

    The figures at the top are those between greedy bots.

    Attributes:
        shunned: Answers that random bots of the `ladder` avoid because greedy bots never give them.
        practised: The figures between bots that have practised the game; null if they have not
            played.
        retrained: The same between bots that have practised with other dice; null likewise.
        practises: True if bots of this book can practise.
        training: The number of generations that bots have practised, and of all; null if they do
            not practise now.
        complete: False while the playtest goes on.
    """

    ladder: list[Rung]
    practised: GameFigures | None
    retrained: GameFigures | None
    practises: bool
    training: tuple[Count, Count] | None
    strengths: Strengths
    shunned: dict[str, list[str]]
    complete: bool
    verdict: Verdict
    gates: dict[str, GateResult]
    measures: dict[str, Measured]


class JobProgress(Struct, forbid_unknown_fields=True):
    """A job with `ahead` jobs before it; it starts in about `seconds`, null if that is unknown."""

    ahead: Count
    seconds: float | None


class PlaytestPending(JobProgress, forbid_unknown_fields=True):
    """A playtest that is not over; `figures` is null before the first games are counted."""

    figures: Figures | None


class Problem(Struct, forbid_unknown_fields=True):
    """An error (RFC 9457); `detail` has the words of the page that people see."""

    title: str
    status: Count
    detail: str
    type: str = "about:blank"
