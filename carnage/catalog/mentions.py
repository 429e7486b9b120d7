"""What a text mentions, read from the text itself: traits, numbers, pitches, and things of the whole game.

So nobody has to declare what a piece of a rulebook depends on, and nobody can forget to.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import jinja2
import jinja2.meta
from jinja2 import nodes

from carnage.catalog.toml import CatalogError

FILTERS = ("inches", "feet", "spelled", "times", "share", "ordinal")

_PARSER = jinja2.Environment()
_PARSER.filters.update(dict.fromkeys(FILTERS, str))


@cache
def parsed(text: str) -> nodes.Template:
    """The text as a tree; raises jinja2.TemplateSyntaxError."""
    return _PARSER.parse(text)


@cache
def used_names(text: str) -> frozenset[str]:
    """Every name that the text uses and does not set itself."""
    return frozenset(jinja2.meta.find_undeclared_variables(parsed(text)))


@cache
def asked_traits(text: str) -> frozenset[str]:
    """The traits that a text asks about with has("…") or misses("…"), or through the `inches` filter."""
    asked = named_traits(text)
    if any(used.name == "inches" for used in parsed(text).find_all(nodes.Filter)):
        asked |= {"centimetres"}
    return asked


@cache
def named_traits(text: str) -> frozenset[str]:
    """The traits that a text asks about by name."""
    asked = set()
    for call in parsed(text).find_all(nodes.Call):
        if isinstance(call.node, nodes.Name) and call.node.name in ("has", "misses"):
            if len(call.args) != 1 or not isinstance(call.args[0], nodes.Const):
                raise CatalogError(f'{call.node.name}("…") takes one trait, written out')
            asked.add(call.args[0].value)
    return frozenset(asked)


@cache
def asked_numbers(text: str) -> frozenset[str]:
    """The numbers in force that a text takes with the["table.param"]."""
    return frozenset(_items(text, "the"))


@cache
def asked_pitches(text: str) -> frozenset[str]:
    """The tables whose answers a text tells with pitch["table"]."""
    return frozenset(_items(text, "pitch"))


@cache
def asked_of_game(text: str) -> frozenset[str]:
    """What a text asks of the whole game, as in game.players."""
    tree = parsed(text)
    attributes = [each for each in tree.find_all(nodes.Getattr) if _is(each.node, "game")]
    if len(attributes) != sum(_is(name, "game") for name in tree.find_all(nodes.Name)):
        raise CatalogError("`game` is asked for one thing at a time, as in game.players")
    return frozenset(each.attr for each in attributes)


def asked_of_case(text: str) -> frozenset[tuple[str, str]]:
    """What an example's text takes from its own case, as in given.dice: whose, and which."""
    return frozenset(
        (each.node.name, each.attr)
        for each in parsed(text).find_all(nodes.Getattr)
        if isinstance(each.node, nodes.Name)
    )


def _items(text: str, name: str) -> Iterator[str]:
    """What a text takes out of this with name["…"]; what it takes has to be written out."""
    tree = parsed(text)
    items = [each for each in tree.find_all(nodes.Getitem) if _is(each.node, name)]
    if len(items) != sum(_is(used, name) for used in tree.find_all(nodes.Name)):
        raise CatalogError(f'`{name}` is used as {name}["…"] alone')
    for each in items:
        if not isinstance(each.arg, nodes.Const):
            raise CatalogError(f'{name}["…"] takes what is written out')
        yield str(each.arg.value)


def _is(node: nodes.Node, name: str) -> bool:
    return isinstance(node, nodes.Name) and node.name == name
