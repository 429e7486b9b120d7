"""The version of the rules of a game, as a hash. Saved games and replays carry it.

The hash covers the normal form of the family's rules (`normal_form`) and the record in which the
games of a ruleset begin. If bots use weights, it also covers their rules and weights. It is equal
on all machines and in all versions of Python, compiled or not. Names in the source and texts of the
tables do not change it. A number of a table changes it only for games that use the table.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple, get_args, get_type_hints
from weakref import WeakKeyDictionary

from carnage.engine import planner
from carnage.engine.core import records
from carnage.engine.core.family import Family, Weights
from carnage.engine.core.records import RULE, SCALARS
from carnage.engine.core.rule_ids import identifier
from carnage.engine.core.state import PERSON, RANDOM
from carnage.engine.games import LEARNED, PLANNER, Match, bot_number, family_of
from carnage.engine.normal_form import FLOAT_FORMAT, NormalForm
from carnage.rulesets.ruleset import Ruleset
from carnage.rulesets.settings import DEFAULT_SETTINGS, Settings

HASH_DIGITS = 12  # hexadecimal


def engine_version(
    ruleset: Ruleset,
    bots: Sequence[str],
    settings: Settings = DEFAULT_SETTINGS,
    learned: Weights | None = None,
) -> str:
    """Return the version of a ruleset's games as a hash of HASH_DIGITS hexadecimal digits.

    Args:
        ruleset: The rules.
        bots: The bot or person in each seat.
        settings: The settings of each side.
        learned: The weights of bots named `learned`.
    """
    family = family_of(ruleset.book.family)
    weighing_bots = {bot for bot in bots if _uses_weights(family, bot)}
    rules = _rules(
        ruleset.book.family, has_weights=bool(weighing_bots), has_planner=PLANNER in bots
    )
    start = records.plain(family.Game)
    family.fill(start, ruleset, settings)
    values = _field_values(family.Game, start, fields=rules.fields, rules=family.rules)
    parts = [rules.hash, *sorted(values)]
    if weighing_bots - {LEARNED}:
        parts += _weight_values(family, rules.fields, family.default_weights)
    if LEARNED in bots and learned is not None:
        parts += _weight_values(family, rules.fields, learned)
    return _hash(parts)


def _uses_weights(family: Family, bot: str) -> bool:
    """Return True if a bot values its options."""
    return bot == PLANNER or bot_number(family, bot) not in (RANDOM, PERSON)


def version_of(match: Match) -> str:
    """Return the version of a match. It is cached, because every replay needs it."""
    version = _versions.get(match)
    if version is None:
        version = engine_version(match.ruleset, match.bots, match.settings)
        _versions[match] = version
    return version


_versions: WeakKeyDictionary[Match, str] = WeakKeyDictionary()


class _Rules(NamedTuple):
    """The hash of a family's rules, and the name of each field in their normal form."""

    hash: str
    fields: Mapping[tuple[type, str], str]


@cache
def _rules(family: str, *, has_weights: bool, has_planner: bool) -> _Rules:
    """Return the rules that decide a family's games.

    Args:
        family: The name of the family.
        has_weights: True to include the rules of bots that value options.
        has_planner: True to include the planner.
    """
    entries = family_of(family).entries
    rules = [entries.begin, entries.play_stage]
    plain_functions = []
    left_out = []
    if has_weights:
        rules.append(entries.advice)
    else:
        left_out.append(entries.answer)
    if has_planner:
        rules.append(entries.rollout)
        plain_functions.append(planner.plan)
    form = NormalForm(rules, plain=plain_functions, left_out=left_out)
    return _Rules(_hash([form.text]), form.fields)


def _weight_values(
    family: Family, fields: Mapping[tuple[type, str], str], weights: Weights
) -> Iterator[str]:
    """Yield the weights that rules use, each with its field."""
    for code, value in weights.items():
        cls, _, _ = records.fields(family.Game)["weights"]
        field = fields.get((cls, identifier(code)))
        if field is not None:
            yield f"{field} {format(value, FLOAT_FORMAT)}"


class _Field(NamedTuple):
    """A field of a record. `has_rules` is True if it holds numbers of rules."""

    name: str
    kind: Any
    row_length: int
    has_rules: bool


@cache
def _fields(cls: type) -> list[_Field]:
    """Return the fields of a record class."""
    hints = get_type_hints(cls, include_extras=True)
    return [
        _Field(name, field.kind, field.row_length, RULE in get_args(hints[name]))
        for name, field in records.fields(cls).items()
    ]


def _field_values(
    cls: type,
    record: Any,
    *,
    fields: Mapping[tuple[type, str], str],
    rules: Sequence[str],
    path: str = "",
) -> Iterator[str]:
    """Yield the values of a record that are not 0, in fields that rules use.

    The value of a field with the number of a rule is the rule's name.

    Args:
        cls: The class of the record.
        record: The record.
        fields: The text for each field in the normal form of the rules.
        rules: The names of all rules.
        path: The text for the field that contains the record, with a dot; empty for none.
    """
    for field in _fields(cls):
        text = fields.get((cls, field.name))
        if text is None:
            continue
        value = getattr(record, field.name)
        items = enumerate(value) if field.row_length else [("", value)]
        for index, item in items:
            item_path = f"{path}{text}[{index}]"
            if field.kind not in SCALARS:
                yield from _field_values(
                    field.kind, item, fields=fields, rules=rules, path=f"{item_path}."
                )
            elif field.has_rules and item >= 0:
                yield f"{item_path} {rules[item]}"
            elif not field.has_rules and item:
                number = format(item, FLOAT_FORMAT) if field.kind is float else int(item)
                yield f"{item_path} {number}"


def _hash(parts: Iterable[str]) -> str:
    """Return the first HASH_DIGITS hexadecimal digits of the SHA-256 of text parts."""
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:HASH_DIGITS]
