"""The addresses of games and of what can be done to them, and what a link carries along."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, replace
from urllib.parse import quote, urlencode

from flask import request

from carnage.catalog import Book
from carnage.game_names import clean_name
from carnage.own_names import BEFORE, BETWEEN, Own, is_short, read, written
from carnage.playtest.wishing import Near
from carnage.playtest.worded import carried as wished
from carnage.playtest.worded import said
from carnage.ruleset import Ruleset, resolve
from carnage.seeds import Seed
from carnage.web.errors import Advice, Trouble

SAFE = f",{BETWEEN}{BEFORE}"  # what our addresses have between words of a field


@dataclass(frozen=True, slots=True)
class LinkState:
    """What links take along from page to page: the name that a game was given, the rules that are locked,
    names of somebody's own for sides, figures and weapons, if they are short, and the wish in words that a
    game was found by, which whatever is rolled goes by."""

    name: str = ""
    keep: tuple[str, ...] = ()
    own: Own = ()
    wish: str = ""

    @property
    def own_written(self) -> str:
        """The names as a field has them; empty where they are too long for an address."""
        return written(self.own) if is_short(self.own) else ""

    def query(self, **more: str) -> str:
        """Return `?…` with what is carried, after whatever else is asked; empty if there is nothing."""
        carried = {
            "keep": ",".join(self.keep),
            "name": self.name,
            "own": self.own_written,
            "wish": self.wish,
        }
        fields = {name: value for name, value in (more | carried).items() if value}
        return f"?{urlencode(fields, safe=SAFE)}" if fields else ""

    def toggled(self, book: Book, table_id: str) -> LinkState:
        """The same once this table is locked too, or let go; in the book's order."""
        wanted = {*self.keep} ^ {table_id}
        return replace(self, keep=tuple([table.id for table in book.rolled if table.id in wanted]))

    def rolled_on(self, book: Book) -> LinkState:
        """What is carried along once all others are rolled: the name only where at least half of the rules
        stay, since it was given to these and not to whatever comes; figures are somebody's own whatever the
        rules are."""
        stays = 2 * len(self.keep) >= len(book.rolled)
        return self if stays else replace(self, name="")


def read_link_state(fields: Mapping[str, str], book: Book) -> LinkState:
    """What a query or form carries; raises Trouble for a table that the book has not, or odd bytes.

    Raises GameNameError and OwnNameError for names that cannot be used, WishError for a wish.
    """
    own = read(fields["own"], book) if fields.get("own") else ()
    wish = said(wished(fields["wish"], book), book) if fields.get("wish") else ""
    asked = {part for part in fields.get("keep", "").split(",") if part}
    if not asked:
        return LinkState(clean_name(fields.get("name", "")), own=own, wish=wish)
    keep = tuple(table.id for table in book.rolled if table.id in asked)
    if len(keep) != len(asked):
        raise Trouble(
            400,
            "No such rule to lock",
            Advice("unknown_rules", field="keep", example=book.rolled[0].id),
            field="keep",
        )
    return LinkState(clean_name(fields.get("name", "")), keep, own, wish)


def read_game(book: Book, digits: str) -> tuple[Ruleset, LinkState]:
    """Return the game of these digits under the requested name, and what its links carry.

    Raises SeedError, and whatever `read_link_state` raises.
    """
    carried = read_link_state(request.args, book)
    return resolve(book, Seed.parse(digits, book.length), carried.name), carried


def as_wished(ruleset: Ruleset, carried: LinkState) -> Near:
    """A game beside the wish that is carried along."""
    return Near(ruleset, wished(carried.wish, ruleset.book).missed(ruleset))


def file_name(ruleset: Ruleset, ending: str) -> str:
    """What a game is called as a file: its name as far as every system knows its letters, book, seed; then
    the ending, which may begin with what tells one file of a game from another ("-cards.pdf")."""
    plain = unicodedata.normalize("NFKD", ruleset.name).encode("ascii", "ignore").decode().lower()
    words = re.sub(r"[^a-z0-9]+", "-", plain.replace("'", "")).strip("-")
    return "-".join(filter(None, ("carnage", words, ruleset.book.code, ruleset.seed.digits))) + ending


def fault_url(contact: str, where: str) -> str:
    """Return the address that reports a fault of a page; empty if there is no contact.

    Args:
        contact: An address with `{where}` in the place of the page's address, or a mailto: address.
        where: The address of the page.
    """
    if "{where}" not in contact and contact.startswith("mailto:"):
        contact += ("&" if "?" in contact else "?") + "subject={where}"
    return contact.replace("{where}", quote(where, safe=""))


def game_url(book: Book, digits: str, carried: LinkState | None = None, anchor: str = "", **more: str) -> str:
    """A game's page; with an anchor, at one of its rules. It is asked for the fields beside, too."""
    query = (carried or LinkState()).query(**more)
    return f"/{book.code}/{digits}{query}{'#' + anchor if anchor else ''}"


def known_url(ruleset: Ruleset) -> str:
    """A game's page under the name that it was given, if it was given one."""
    return game_url(ruleset.book, ruleset.seed.digits, LinkState(ruleset.given_name))


def lab_url(ruleset: Ruleset, carried: LinkState, tried: str = "", form: str = "") -> str:
    """The address of a game in the lab, or of what is `tried` there; in another `form` if it is to be taken
    away."""
    place = f"/lab/{ruleset.book.code}/{ruleset.seed.digits}"
    return f"{place}{f'/{tried}' if tried else ''}{form}{carried.query()}"
