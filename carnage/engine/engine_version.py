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
from carnage.rulesets.settings import USUAL, Settings

HASH_DIGITS = 12  # hexadecimal


def engine_version(
    ruleset: Ruleset,
    bots: Sequence[str],
    settings: Settings = USUAL,
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
    weighing = {
        bot for bot in bots if bot_number(family, bot) not in (RANDOM, PERSON) or bot == PLANNER
    }
    rules = _rules(ruleset.book.family, bool(weighing), PLANNER in bots)
    beginning = records.plain(family.Game)
    family.fill(beginning, ruleset, settings)
    parts = [rules.hash, *sorted(_field_values(family.Game, beginning, rules.fields, family.rules))]
    if weighing - {LEARNED}:
        parts += _weight_values(family, rules.fields, family.default_weights)
    if LEARNED in bots and learned is not None:
        parts += _weight_values(family, rules.fields, learned)
    return _hash(parts)


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
def _rules(family: str, weighing: bool, planning: bool) -> _Rules:
    """Return the rules that decide a family's games.

    Args:
        family: The name of the family.
        weighing: True to include the rules of bots that value options.
        planning: True to include the planner.
    """
    entries = family_of(family).entries
    rules = [entries.begin, entries.play_stage]
    if weighing:
        rules.append(entries.advice)
    if planning:
        rules.append(entries.rollout)
    form = NormalForm(
        rules,
        plain=[planner.plan] if planning else [],
        left_out=[] if weighing else [entries.answer],
    )
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


@cache
def _fields(cls: type) -> list[tuple[str, Any, int, bool]]:
    """Return each field's name, item type, row length, and True if it holds numbers of rules."""
    hints = get_type_hints(cls, include_extras=True)
    return [
        (name, kind, count, RULE in get_args(hints[name]))
        for name, (kind, count, _) in records.fields(cls).items()
    ]


def _field_values(
    cls: type,
    record: Any,
    fields: Mapping[tuple[type, str], str],
    rules: Sequence[str],
    path: str = "",
) -> Iterator[str]:
    """Yield the values of a record that are not 0, in fields that rules use.

    The value of a field with the number of a rule is the rule's name.
    """
    for name, kind, count, is_rule in _fields(cls):
        field = fields.get((cls, name))
        if field is None:
            continue
        value = getattr(record, name)
        for index, item in enumerate(value) if count else [("", value)]:
            item_path = f"{path}{field}[{index}]"
            if kind not in SCALARS:
                yield from _field_values(kind, item, fields, rules, f"{item_path}.")
            elif is_rule and item >= 0:
                yield f"{item_path} {rules[item]}"
            elif not is_rule and item:
                yield f"{item_path} {format(item, FLOAT_FORMAT) if kind is float else int(item)}"


def _hash(parts: Iterable[str]) -> str:
    """Return the first HASH_DIGITS hexadecimal digits of the SHA-256 of text parts."""
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:HASH_DIGITS]
