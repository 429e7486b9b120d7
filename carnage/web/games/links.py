"""Addresses of games and of pages about them, and the state that links keep."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, replace
from urllib.parse import quote, urlencode

from flask import request

from carnage.catalog import Book
from carnage.lab.criteria import NearMatch
from carnage.lab.criteria_text import criteria_from_url as wished
from carnage.lab.criteria_text import format_criteria
from carnage.rulesets.address import parse_seed
from carnage.rulesets.custom_names import (
    CODE_SEPARATOR,
    NAME_SEPARATOR,
    CustomNames,
    fits_in_url,
    format_names,
    parse_names,
)
from carnage.rulesets.game_names import clean_name
from carnage.rulesets.house_rules import format_rules, parse_fitting_rules, with_rules
from carnage.rulesets.ruleset import Ruleset, resolve
from carnage.rulesets.world import World, find_world
from carnage.rulesets.world_names import choose_names
from carnage.web.errors import Advice, HttpProblem

READABLE_SEPARATORS = (
    f",:{NAME_SEPARATOR}{CODE_SEPARATOR}"  # separators in fields, which stay readable
)


@dataclass(frozen=True, slots=True)
class LinkState:
    """The state that links keep from page to page.

    Attributes:
        name: The name that a visitor gave to the game.
        keep: The ids of locked tables.
        own: Custom names of sides, figures and weapons; links keep them if they are short.
        wish: The wish in words that rolls follow.
        rules: House rules as an address has them.
        dropped: The names of house rules that the requested game cannot have.
        setting: The id of the setting in the address; empty if the game decides it.
        world: The world of the requested game.
    """

    name: str = ""
    keep: tuple[str, ...] = ()
    own: CustomNames = ()
    wish: str = ""
    rules: str = ""
    dropped: tuple[str, ...] = ()
    setting: str = ""
    world: World | None = None

    @property
    def own_written(self) -> str:
        """Return the custom names as a field of an address; empty if they are too long for one."""
        return format_names(self.own) if fits_in_url(self.own) else ""

    def names(self, ruleset: Ruleset) -> CustomNames:
        """Return the custom names of a game, and those of its setting."""
        return choose_names(ruleset, self.own, self.world)

    def query(self, **more: str) -> str:
        """Return `?…` with the given fields and this state; empty if there is nothing."""
        carried = {
            "keep": ",".join(self.keep),
            "name": self.name,
            "own": self.own_written,
            "rules": self.rules,
            "setting": self.setting,
            "wish": self.wish,
        }
        fields = {name: value for name, value in (more | carried).items() if value}
        return f"?{urlencode(fields, safe=READABLE_SEPARATORS)}" if fields else ""

    def toggled(self, book: Book, table_id: str) -> LinkState:
        """Return the state with this table locked or unlocked, in the book's order."""
        wanted = {*self.keep} ^ {table_id}
        return replace(self, keep=tuple([table.id for table in book.rolled if table.id in wanted]))

    def rolled_on(self, book: Book) -> LinkState:
        """Return the state after all other rules are rolled.

        The name is kept if at least half of the rules stay; custom names are always kept.
        """
        stays = 2 * len(self.keep) >= len(book.rolled)
        return self if stays else replace(self, name="")


def read_link_state(fields: Mapping[str, str], book: Book) -> LinkState:
    """Return the state in a query or form; raises HttpProblem for an unknown table.

    Raises GameNameError, CustomNameError and WishError for names and wishes that cannot be used.
    """
    own = parse_names(fields["own"], book) if fields.get("own") else ()
    wish = format_criteria(wished(fields["wish"], book), book) if fields.get("wish") else ""
    rules = fields.get("rules", "")
    setting = fields.get("setting", "")
    asked = {part for part in fields.get("keep", "").split(",") if part}
    if not asked:
        return LinkState(
            clean_name(fields.get("name", "")), own=own, wish=wish, rules=rules, setting=setting
        )
    keep = tuple(table.id for table in book.rolled if table.id in asked)
    if len(keep) != len(asked):
        raise HttpProblem(
            400,
            "Unknown rule to lock",
            Advice("unknown_rules", field="keep", example=book.rolled[0].id),
            field="keep",
        )
    name = clean_name(fields.get("name", ""))
    return LinkState(name, keep, own, wish, rules, setting=setting)


def read_game(book: Book, digits: str) -> tuple[Ruleset, LinkState]:
    """Return the game of these digits under the requested name, and the state that its links keep.

    House rules that belong to other options are dropped.

    Raises SeedError, HouseRuleError, WorldError, and the errors of `read_link_state`.
    """
    carried = read_link_state(request.args, book)
    plain = resolve(book, parse_seed(digits, book), carried.name)
    rules, dropped = parse_fitting_rules(carried.rules, plain)
    ruleset = with_rules(plain, rules)
    world = find_world(ruleset, carried.setting or None)
    return ruleset, replace(carried, rules=format_rules(rules), dropped=dropped, world=world)


def find_wish_misses(ruleset: Ruleset, carried: LinkState) -> NearMatch:
    """Return a game with the parts of the current wish that it does not have."""
    return NearMatch(ruleset, wished(carried.wish, ruleset.book).unmet_by(ruleset))


def file_name(ruleset: Ruleset, ending: str) -> str:
    """Return the name of a file of a game: its name in ASCII, the book and the digits.

    Args:
        ruleset: The game.
        ending: The end of the file name, such as "-cards.pdf".
    """
    plain = unicodedata.normalize("NFKD", ruleset.name).encode("ascii", "ignore").decode().lower()
    words = re.sub(r"[^a-z0-9]+", "-", plain.replace("'", "")).strip("-")
    return (
        "-".join(filter(None, ("carnage", words, ruleset.book.code, ruleset.seed.digits))) + ending
    )


def fault_url(contact: str, where: str) -> str:
    """Return the address that reports a fault of a page; empty if there is no contact.

    Args:
        contact: An address with `{where}` in the place of the page's address, or a mailto: address.
        where: The address of the page.
    """
    if "{where}" not in contact and contact.startswith("mailto:"):
        contact += ("&" if "?" in contact else "?") + "subject={where}"
    return contact.replace("{where}", quote(where, safe=""))


def game_url(
    book: Book, digits: str, carried: LinkState | None = None, anchor: str = "", **more: str
) -> str:
    """Return the address of a game's page.

    Args:
        book: The book.
        digits: The seed.
        carried: The state that the link keeps.
        anchor: The rule to go to.
        more: Other fields of the query.
    """
    query = (carried or LinkState()).query(**more)
    return f"/{book.code}/{digits}{query}{'#' + anchor if anchor else ''}"


def named_game_url(ruleset: Ruleset) -> str:
    """Return the address of a game's page under the name that the game was given."""
    return game_url(ruleset.book, ruleset.seed.digits, LinkState(ruleset.given_name))


def lab_url(ruleset: Ruleset, carried: LinkState, tried: str = "", form: str = "") -> str:
    """Return the address of a game in the lab.

    Args:
        ruleset: The game.
        carried: The state that the link keeps.
        tried: The table, "mend" or "beside".
        form: The ending of a download, such as ".json".
    """
    place = f"/lab/{ruleset.book.code}/{ruleset.seed.digits}"
    return f"{place}{f'/{tried}' if tried else ''}{form}{carried.query()}"
