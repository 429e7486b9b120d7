"""Find the traits, numbers, pitches and game values that a text uses, in its syntax tree.

The dependencies of a rulebook's parts are computed from the texts, so they need no declaration.
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
def parse_template(text: str) -> nodes.Template:
    """Return the syntax tree of a text. Raises jinja2.TemplateSyntaxError."""
    return _PARSER.parse(text)


@cache
def list_used_names(text: str) -> frozenset[str]:
    """Return every name that the text uses and does not set itself."""
    return frozenset(jinja2.meta.find_undeclared_variables(parse_template(text)))


@cache
def list_required_traits(text: str) -> frozenset[str]:
    """Return the traits that a text depends on: through has("…"), misses("…") or the `inches`
    filter.
    """
    asked = list_named_traits(text)
    if any(used.name == "inches" for used in parse_template(text).find_all(nodes.Filter)):
        asked |= {"centimetres"}
    return asked


@cache
def list_named_traits(text: str) -> frozenset[str]:
    """Return the traits that a text passes to has("…") or misses("…").

    Raises CatalogError for an argument that is not a single literal.
    """
    asked = set()
    for call in parse_template(text).find_all(nodes.Call):
        if isinstance(call.node, nodes.Name) and call.node.name in ("has", "misses"):
            if len(call.args) != 1 or not isinstance(call.args[0], nodes.Const):
                raise CatalogError(f'{call.node.name}("…") takes one trait, written out')
            asked.add(call.args[0].value)
    return frozenset(asked)


@cache
def list_used_numbers(text: str) -> frozenset[str]:
    """Return the numbers in force that a text uses, as the["table.param"]."""
    return frozenset(_list_keys(text, "the"))


@cache
def list_used_pitches(text: str) -> frozenset[str]:
    """Return the ids of the tables whose pitches a text uses, as pitch["table"]."""
    return frozenset(_list_keys(text, "pitch"))


@cache
def list_game_attributes(text: str) -> frozenset[str]:
    """Return the attributes of `game` that a text uses, such as `players` for game.players.

    Raises CatalogError for any other use of `game`.
    """
    tree = parse_template(text)
    attributes = [each for each in tree.find_all(nodes.Getattr) if _is_name(each.node, "game")]
    if len(attributes) != sum(_is_name(name, "game") for name in tree.find_all(nodes.Name)):
        raise CatalogError("`game` is asked for one thing at a time, as in game.players")
    return frozenset(each.attr for each in attributes)


def list_case_attributes(text: str) -> frozenset[tuple[str, str]]:
    """Return the name and attribute of each value that an example takes from its case, as in
    given.dice.
    """
    return frozenset(
        (each.node.name, each.attr)
        for each in parse_template(text).find_all(nodes.Getattr)
        if isinstance(each.node, nodes.Name)
    )


def _list_keys(text: str, name: str) -> Iterator[str]:
    """Yield the keys that a text looks up in the mapping `name`.

    Raises CatalogError for any other use of `name`, and for a key that is not a literal.
    """
    tree = parse_template(text)
    items = [each for each in tree.find_all(nodes.Getitem) if _is_name(each.node, name)]
    if len(items) != sum(_is_name(used, name) for used in tree.find_all(nodes.Name)):
        raise CatalogError(f'`{name}` is used as {name}["…"] alone')
    for each in items:
        if not isinstance(each.arg, nodes.Const):
            raise CatalogError(f'{name}["…"] takes what is written out')
        yield str(each.arg.value)


def _is_name(node: nodes.Node, name: str) -> bool:
    return isinstance(node, nodes.Name) and node.name == name
