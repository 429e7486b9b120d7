"""The tray: a game's dice as what it is changed with, in reach wherever one reads; the way one came by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from markupsafe import Markup, escape

from carnage.catalog import Book
from carnage.game_names import clean_name
from carnage.playtest.nearing import told as misses_told
from carnage.playtest.wishing import Near
from carnage.seeds import Seed, SeedError
from carnage.web.controls import ALL
from carnage.web.errors import Trouble
from carnage.web.links import Carried, game_url

TRAIL = 8  # games that one came by and can go back to


@dataclass(frozen=True, slots=True)
class Trail:
    """The seeds that somebody came by, the last first, and what the last was called if this game is not."""

    was: tuple[str, ...] = ()
    called: str = ""

    def on(self, digits: str, called: str = "") -> Trail:
        """The trail of whoever goes on from these digits."""
        return Trail((digits, *self.was)[:TRAIL], called)

    def back(self, steps: int) -> Trail:
        """The trail of whoever has gone back so many games."""
        return Trail(self.was[steps:])

    def fields(self) -> dict[str, str]:
        """What an address has of it."""
        return {"was": ",".join(self.was), "called": self.called}

    def tail(self) -> str:
        """`&amp;…` with it, for an address in HTML that asks for something else before."""
        return str(escape(Carried().query(**self.fields()).replace("?", "&", 1)))


def read_trail(fields: Mapping[str, str], book: Book) -> Trail:
    """The trail in a query, as far as one is kept; raises Trouble, GameNameError."""
    seeds = [part for part in fields.get("was", "").split(",", TRAIL)[:TRAIL] if part]
    try:
        was = tuple([Seed.parse(part, book.length).digits for part in seeds])
    except SeedError:
        example = Seed.from_text(book.title, book.length)
        raise Trouble(
            400,
            "No such game to go back to",
            f"<p>What stands after <code>was=</code> are the digits of games of this book, the last first, "
            f"such as <code>was={example}</code>, with commas between them; or nothing.</p>",
            field="was",
        ) from None
    return Trail(was, clean_name(fields.get("called", "")))


def tray_url(book: Book, digits: str, die: str, carried: Carried, trail: Trail) -> str:
    """The tray's page, open at a die or at all of them."""
    return f"/{book.code}/{digits}{carried.query(die=die, **trail.fields())}"


def roll_url(book: Book, digits: str, carried: Carried, **more: str) -> str:
    """Rolls what is not locked, or the one rule that is asked for; the fields beside are carried along."""
    return f"/roll{carried.query(**{'book': book.code, 'from': digits}, **more)}"


def bar(
    book: Book,
    digits: str,
    carried: Carried,
    trail: Trail | None = None,
    told: str = "",
    near: Near | None = None,
    now: str = "",
) -> str:
    """What is in reach wherever one reads: the dice, a roll of all or of the rest, what happened, and back;
    the wish that rolls go by, and what of it this game is not, if it is told how `near` that comes.

    With a trail it is the tray's own page, where whoever rolls stays; once he has rolled, it says which game
    that brought him to, `now`.
    """
    free = len(book.rolled) - len(carried.keep)
    way = Markup(
        '<a class="tray-dice" href="?die=all{}" data-die="all" rel="nofollow">'
        '<span class="die" aria-hidden="true"></span>Dice{}</a>'
    ).format(
        Markup((trail.tail() if trail else "") + carried.tail()),
        Markup(' <span class="locks">{} locked</span>').format(len(carried.keep)) if carried.keep else "",
    )
    more = {"to": "dice", **trail.on(digits).fields()} if trail is not None else {}
    rest = f"Roll the other {free}" if carried.keep else "Roll all again"
    roll = (
        Markup('<a class="button" href="{}" data-roll rel="nofollow">{}</a>').format(
            roll_url(book, digits, carried, **more), rest
        )
        if free
        else Markup('<span class="tray-full">All locked</span>')
    )
    undo = Markup()
    shown = Markup()
    if trail and trail.was:
        shown = Markup('<a class="tray-now" href="#main">{}</a>').format(now)
        back = replace(carried, name=trail.called or carried.name)
        undo = Markup('<a class="tray-undo" href="{}" data-goes rel="nofollow">Undo</a>').format(
            tray_url(book, trail.was[0], ALL, back, trail.back(1))
        )
    said = Markup('<p class="tray-told" role="status">{}</p>').format(told)
    wish = _wish(book, digits, carried, trail, near) if carried.wish else ""
    return f'<div class="tray-bar">{said}{wish}{way}{roll}{undo}{shown}</div>'


def _wish(book: Book, digits: str, carried: Carried, trail: Trail | None, near: Near | None) -> Markup:
    """What rolls go by, and the way to let it go."""
    free = replace(carried, wish="")
    away = tray_url(book, digits, ALL, free, trail) if trail is not None else game_url(book, digits, free)
    missed = Markup(" <b>Not as wished: {}.</b>").format(misses_told(near)) if near and near.misses else ""
    return Markup(
        '<p class="tray-wish"><span title="{}">Wished for: <q>{}</q>.{}</span> '
        '<a href="{}" data-wish rel="nofollow">Drop the wish</a></p>'
    ).format(carried.wish, carried.wish, missed, away)
