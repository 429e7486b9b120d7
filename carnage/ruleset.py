"""A ruleset: a book and a seed, resolved.

For every table the digits rolled, the option, its parameters; the traits that the choices give together; the
forces; the name. Nothing in a ruleset is drawn any other way than from its digits; the name alone comes from
a hash of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from carnage.catalog import Book, Figure, Muster, Number, Option, Piece, Stat, Table, Weapon
from carnage.game_names import clean_name, name_of
from carnage.rolls import Choice, given_by, layout
from carnage.seeds import Seed

PLAYERS = 2  # where no table says how many
SETTLED = 4  # passes after which it is settled which options have work


@dataclass(frozen=True, slots=True)
class Model:
    """One kind of model as it stands in this game, its stats on this game's scale."""

    code: str
    label: str
    points: int
    stats: Mapping[str, int]
    weapons: tuple[Weapon, ...]
    specials: tuple[str, ...]
    note: str


@dataclass(frozen=True, slots=True)
class Unit:
    """What activates: one model, or a squad of several."""

    code: str
    label: str
    models: tuple[Model, ...]

    @property
    def points(self) -> int:
        return sum(model.points for model in self.models)


@dataclass(frozen=True)
class Ruleset:
    """One game's rules. Equal books and seeds give equal rulesets; the name is no part of the rules."""

    book: Book
    seed: Seed
    name: str

    @cached_property
    def choices(self) -> tuple[Choice, ...]:
        """One for each rolled table, in the book's order."""
        digits = self.seed.digits
        return tuple([place.choices[digits[place.cut]] for place in layout(self.book)])

    @cached_property
    def answers(self) -> str:
        """The seed with every roll replaced by the lowest that gives the same option with the same numbers.

        Rulesets of one book with the same answers differ in nothing but the digits that they show.
        """
        digits = self.seed.digits
        return "".join([place.lowest[digits[place.cut]] for place in layout(self.book)])

    @cached_property
    def answers_and_digits(self) -> str:
        """The answers and then the digits: whatever is made of a ruleset hangs on some of these."""
        return self.answers + self.seed.digits

    @cached_property
    def traits(self) -> frozenset[str]:
        """What the chosen options bring into the game that other rules may ask about.

        An option that has no work beside the others brings nothing.
        """
        found = frozenset([trait for choice in self.choices for trait in choice.option.gives])
        if not any([place.may_idle for place in layout(self.book)]):
            return found
        for _ in range(SETTLED):
            working = [choice for choice in self.choices if _works(choice.table, choice.option, found)]
            settled = frozenset([trait for choice in working for trait in choice.option.gives])
            if settled == found:
                break
            found = settled
        return found

    def uses(self, table: Table, option: Option | None = None) -> bool:
        """Whether this table, and this option or rule of it, has any work in this game."""
        return _works(table, option, self.traits)

    def has(self, trait: str) -> bool:
        """Whether the chosen options give this trait; raises KeyError for one that does not exist."""
        if trait not in self.book.traits:
            raise KeyError(trait)
        return trait in self.traits

    def misses(self, trait: str) -> bool:
        """Whether some option of this book gives this trait, and none of those that were chosen does."""
        return trait not in self.traits and trait in given_by(self.book)

    def meets(self, needs: tuple[str, ...]) -> bool:
        """Whether every trait of `needs` is in the game."""
        return all(self.has(trait) for trait in needs)

    def choice(self, table_id: str) -> Choice:
        """What this rolled table answers; raises KeyError."""
        for choice in self.choices:
            if choice.table.id == table_id:
                return choice
        raise KeyError(table_id)

    @cached_property
    def params(self) -> Mapping[str, Number]:
        """Every number in force, as `<table>.<param>`: the tables' own and the chosen options'."""
        found: dict[str, Number] = {}
        for table in self.book.tables:
            own: Mapping[str, Number] = table.params
            if table.rolled:
                own = self.choice(table.id).params
            found.update({f"{table.id}.{key}": value for key, value in own.items()})
            for rule in table.rules:
                found.update({f"{table.id}.{key}": value for key, value in rule.params.items()})
        return found

    @property
    def players(self) -> int:
        """How many play."""
        return int(self.params.get("players.players", PLAYERS))

    @property
    def table_feet(self) -> Number:
        """The side of the table, in feet."""
        return self.params.get("table.feet") or self.params["deployment.table_feet"]

    @property
    def strip_inches(self) -> Number:
        """How deep a deployment strip is, in inches of the table."""
        return self.params.get("table.strip") or self.params["deployment.deploy_inches"]

    @cached_property
    def stats(self) -> tuple[Stat, ...]:
        """The stats that the chosen options use, and no others."""
        return tuple(stat for stat in self.book.roster.stat if self.meets(stat.needs))

    @cached_property
    def muster(self) -> Muster:
        """Who may come."""
        return next(muster for muster in self.book.roster.muster if self.has(muster.needs))

    @cached_property
    def force(self) -> tuple[Unit, ...]:
        """What each side musters, unit by unit; where sides pick their models, blanks in their places."""
        models = {figure.code: self._model(figure) for figure in self.book.roster.figure}
        if self.muster.group:
            groups = self.muster.group
            return tuple(Unit(g.code, g.label, tuple(models[code] for code in g.models)) for g in groups)
        line = self.muster.line if self.alike else (self.muster.line[0],) * sum(self.unit_sizes)
        found, at = [], 0
        for number, size in enumerate(self.unit_sizes, 1):
            members = tuple(models[code] for code in line[at : at + size])
            at += size
            if self.has("several"):
                kind = "block" if self.has("ranked") else "squad"
                found.append(Unit(f"{kind}-{number}", f"{kind.capitalize()} {number}", members))
            else:
                found.append(Unit(members[0].code, members[0].label, members))
        return tuple(found)

    @cached_property
    def unit_sizes(self) -> tuple[int, ...]:
        """How many models each unit of a side begins with: units as even as can be, none too large."""
        if self.muster.group:
            return tuple(len(group.models) for group in self.muster.group)
        models = int(self.params["size.models"])
        if self.has("individuals"):
            return (1,) * models
        units = max(2, -(-models // int(self.params["size.largest"])))
        return tuple(models // units + (n < models % units) for n in range(units))

    @property
    def models(self) -> int:
        """How many models a side has, or may have where sides pick them."""
        return sum(self.unit_sizes)

    @cached_property
    def pool(self) -> Mapping[str, int]:
        """How many of each kind of model both sides draft from, in the order of the list."""
        spare = int(self.params["forces.spare"])
        return Counter(self.muster.line[: 2 * self.models + spare])

    @cached_property
    def kinds(self) -> tuple[Model, ...]:
        """Every kind of model that may be in a force, in the order of the muster."""
        if self.muster.group:
            models = [model for unit in self.force for model in unit.models]
            return tuple({model.code: model for model in models}.values())
        codes: Iterable[str] = self.muster.line
        if self.alike:
            codes = self.muster.line[: self.models]
        elif self.has("draft"):
            codes = self.pool
        figures = {figure.code: figure for figure in self.book.roster.figure}
        return tuple(self._model(figures[code]) for code in dict.fromkeys(codes))

    @property
    def alike(self) -> bool:
        """Whether both sides bring the same models, rather than pick them."""
        return "picked" not in self.traits

    @cached_property
    def terrain(self) -> tuple[Piece, ...]:
        """What stands on the table."""
        roster = self.book.roster
        if roster.terrain:
            return roster.terrain
        return next(layout.piece for layout in roster.layout if self.has(layout.needs))

    def _model(self, figure: Figure) -> Model:
        roster = self.book.roster
        # Where nothing is tested no scale applies, and no stat that has one is used.
        scale = next((scale for scale in roster.scale if self.has(scale.needs)), roster.scale[0])
        weapons = {weapon.code: weapon for weapon in roster.weapon}
        return Model(
            figure.code,
            figure.label,
            figure.points,
            {
                stat: scale.grades[stat][value] if isinstance(value, str) else value
                for stat, value in figure.stats.items()
            },
            tuple(weapons[code] for code in figure.weapons),
            figure.specials,
            figure.note,
        )

    @property
    def path(self) -> str:
        """This game's place in URLs, without its name."""
        return f"/{self.book.code}/{self.seed}"

    @property
    def given_name(self) -> str:
        """The name if it was given, empty if it is the seed's own."""
        return "" if self.name == name_of(self.book, self.seed) else self.name


def _works(table: Table, option: Option | None, traits: frozenset[str]) -> bool:
    """Whether a table, and an option or rule of it, has work in a game with these traits."""
    if not (traits.issuperset(table.needs) and traits.isdisjoint(table.unless)):
        return False
    return option is None or (traits.issuperset(option.needs) and traits.isdisjoint(option.unless))


def resolve(book: Book, seed: Seed, name: str = "") -> Ruleset:
    """The ruleset of this seed, under the seed's own name if none is given.

    Raises SeedError if the seed is not as long as the book wants, GameNameError for a bad name.
    """
    seed = Seed.parse(seed.digits, layout(book)[-1].cut.stop)
    return Ruleset(book, seed, clean_name(name) or name_of(book, seed))
