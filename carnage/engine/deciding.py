"""What decides how a game goes, as a hash: it names saved games and whatever else must not outlive its rules.

Into it go the family's rules as they are written, without comments, docstrings, layout and the modules they
stand in; the constants that they take from outside; the rules of bots and what they go by, where bots play;
and the record in which a ruleset's games begin, by the names of its fields and of the options chosen. It is
the same on every machine and under every version of Python, compiled or not. No text of a table has any part
in it, and a number only in the games that have it.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from types import ModuleType
from typing import Any, get_args, get_type_hints
from weakref import WeakKeyDictionary

import numpy as np

from carnage.engine import planner
from carnage.engine.compiling.language import callees_of, outside_values
from carnage.engine.compiling.marks import Rule, marked
from carnage.engine.core import records
from carnage.engine.core.family import Weights
from carnage.engine.core.records import RULE, SCALARS
from carnage.engine.core.state import PERSON, RANDOM
from carnage.engine.games import LEARNED, PLANNER, Match, family_of, number_of
from carnage.ruleset import Ruleset
from carnage.settings import USUAL, Settings

LENGTH = 12  # hexadecimal digits
DIGITS = ".12g"  # of numbers with a point: the last ones may differ from machine to machine


def engine_version(
    ruleset: Ruleset, bots: Sequence[str], settings: Settings = USUAL, learned: Weights | None = None
) -> str:
    """The version that games of a ruleset belong to, played by these bots or persons with these settings."""
    family = family_of(ruleset.book.family)
    reckon = [bot for bot in bots if number_of(family, bot) not in (RANDOM, PERSON) or bot == PLANNER]
    rules = _rules(ruleset.book.family, bool(reckon), PLANNER in bots)
    begun = records.plain(family.Game)
    family.fill(begun, ruleset, settings)
    weighed = [*_weighed(family.shipped)] if set(reckon) - {LEARNED} else []
    weighed += _weighed(learned) if LEARNED in bots and learned is not None else []
    return _hash([rules, *sorted(_spelt(family.Game, begun, family.rules)), *weighed])


def version_of(match: Match) -> str:
    """The version that this game belongs to. Every film of it asks, and it takes as long as a short film."""
    version = _versions.get(match)
    if version is None:
        version = _versions[match] = engine_version(match.ruleset, match.bots, match.settings)
    return version


_versions: WeakKeyDictionary[Match, str] = WeakKeyDictionary()


def _weighed(weights: Weights) -> Iterator[str]:
    """What a bot goes by, spelt out."""
    for code, value in weights.items():
        yield f"{code} {format(value, DIGITS)}"


@cache
def _rules(family: str, reckoned: bool, planned: bool) -> str:
    """A hash of the rules by which a family's games go, with those of bots that reckon, and the planner's."""
    entries = family_of(family).entries
    first = [entries.begin, entries.play_stage]
    first += [entries.advice] * reckoned + [entries.try_out] * planned
    written = set()
    for rule in _reached(first, set() if reckoned else {entries.answer}):
        written.add(_written(rule.function))
        written.update(_constants(rule))
    if planned:
        written.add(_shape(_parsed(str(planner.__file__))))
    return _hash(sorted(written))


def _reached(first: Iterable[Any], left_out: set[Any]) -> Iterator[Rule]:
    """The plain functions of these rules and of all that they call."""
    left = {marked(rule).name for rule in left_out}
    waiting = [marked(rule) for rule in first]
    while waiting:
        rule = waiting.pop()
        if rule.name not in left:
            left.add(rule.name)
            yield rule
            waiting += callees_of(rule)


# --------------------------------------------------------------------------------- rules as they are written


def _constants(rule: Rule) -> Iterator[str]:
    """The numbers that a rule takes from outside, but for those that only stand for a name."""
    for name, value in outside_values(rule).items():
        module, _, attribute = name.rpartition(".")
        owner = rule.function.__globals__.get(module)
        if isinstance(owner, ModuleType) and attribute in getattr(owner, "NUMBERED", ()):
            continue
        plain = value.item() if isinstance(value, np.generic) else value
        if isinstance(plain, bool | int | float | tuple):
            yield f"{name} = {plain!r}"


@cache
def _parsed(file: str) -> ast.Module:
    with open(file, encoding="utf-8") as source:
        return ast.parse(source.read())


@cache
def _functions(file: str) -> dict[int, ast.FunctionDef]:
    """A module's functions by the line on which they begin, with what they are marked by."""
    functions = [node for node in _parsed(file).body if isinstance(node, ast.FunctionDef)]
    return {min([node.lineno, *(mark.lineno for mark in node.decorator_list)]): node for node in functions}


def _written(function: Callable[..., Any]) -> str:
    code = function.__code__
    return _shape(_functions(code.co_filename)[code.co_firstlineno])


# What Python itself notes beside what was written, which differs from version to version.
_NOTES = {"ctx", "kind", "type_comment", "type_ignores", "type_params", "decorator_list"}


def _shape(node: Any) -> str:
    """What was written, without comments, docstrings and layout."""
    if isinstance(node, list):
        return f"[{' '.join(map(_shape, node))}]"
    if not isinstance(node, ast.AST):
        return repr(node)
    if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Module) and ast.get_docstring(node) is not None:
        node.body = node.body[1:]
    parts = (
        (name, part) for name, part in ast.iter_fields(node) if name not in _NOTES and part not in (None, [])
    )
    return f"{type(node).__name__}({' '.join(f'{name}={_shape(part)}' for name, part in parts)})"


# ----------------------------------------------------------------------------------- how a game begins


@cache
def _fields(cls: type) -> list[tuple[str, Any, int, bool]]:
    """Each field's name, element type, how many there are in a row, and whether they are numbers of rules."""
    hints = get_type_hints(cls, include_extras=True)
    return [
        (name, kind, count, RULE in get_args(hints[name]))
        for name, (kind, count, _) in records.fields(cls).items()
    ]


def _spelt(cls: type, source: Any, rules: tuple[str, ...], path: str = "") -> Iterator[str]:
    """The fields of a record that are not empty, with their values; a rule's is its name, not its number."""
    for name, kind, count, numbered in _fields(cls):
        value = getattr(source, name)
        for place, each in enumerate(value) if count else [("", value)]:
            here = f"{path}{name}{place}"
            if kind not in SCALARS:
                yield from _spelt(kind, each, rules, f"{here}.")
            elif numbered and each >= 0:
                yield f"{here} {rules[each]}"
            elif not numbered and each:
                yield f"{here} {format(each, DIGITS) if kind is float else int(each)}"


def _hash(parts: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:LENGTH]
