"""The tray: a game's dice as what it is changed with, in reach wherever one reads; the way one came by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from markupsafe import Markup, escape

from carnage.catalog import Book
from carnage.document.ascii import ascii_html
from carnage.document.rosters import muster
from carnage.game_names import clean_name
from carnage.playtest.nearing import told as misses_told
from carnage.playtest.wishing import Near
from carnage.ruleset import Ruleset
from carnage.seeds import Seed, SeedError
from carnage.web.changes import Change
from carnage.web.errors import Trouble
from carnage.web.links import Carried, game_url

IN_TRAY = "dice"  # where to, of a roll that is asked for in the tray
TRAIL = 8  # games that one came by and can go back to
NAMELESS = "~"  # in an address, after the digits of a game that has not the name of the one before it
FEW = 6  # changes that are listed at once; more of them when asked for
MARKED = (
    12  # changes that are marked on a page: where hardly anything is as it was, marks tell nobody anything
)
RULES = "\x01"  # in ready HTML, for the address of the game's rules; no character of any text


@dataclass(frozen=True, slots=True)
class Trail:
    """The seeds that somebody came by, the last first, and what the last was called if this game is not; and
    those that he has undone, the next first, with `NAMELESS` after each that has not the name of the game
    before it."""

    was: tuple[str, ...] = ()
    called: str = ""
    undone: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        """Whether there is any way from here."""
        return bool(self.was or self.undone)

    def on(self, digits: str, called: str = "") -> Trail:
        """The trail of whoever goes on from these digits."""
        return Trail((digits, *self.was)[:TRAIL], called)

    def back(self, steps: int, digits: str) -> Trail:
        """The trail of whoever has gone back so many games from these digits."""
        left = (digits + (NAMELESS if self.called else ""), *self.was[: steps - 1])
        return Trail(self.was[steps:], undone=(*reversed(left), *self.undone)[:TRAIL])

    def again(self, digits: str, name: str) -> tuple[str, str, Trail]:
        """The last that was undone, what it is called, and the trail of whoever goes back to it from a game
        of these digits and this name."""
        there = self.undone[0].removesuffix(NAMELESS)
        nameless = there != self.undone[0]
        way = replace(self.on(digits, name if nameless else ""), undone=self.undone[1:])
        return there, "" if nameless else name, way

    def fields(self) -> dict[str, str]:
        """What an address has of it."""
        return {"was": ",".join(self.was), "called": self.called, "undone": ",".join(self.undone)}

    def tail(self) -> str:
        """`&amp;…` with it, for an address in HTML that asks for something else before."""
        return str(escape(Carried().query(**self.fields()).replace("?", "&", 1)))


NO_TRAIL = Trail()


def trailed(fields: Mapping[str, str]) -> bool:
    """Whether a query has a trail: most have none."""
    return bool(fields.get("was") or fields.get("undone"))


def read_trail(fields: Mapping[str, str], book: Book) -> Trail:
    """The trail in a query, as far as one is kept; raises Trouble, GameNameError."""
    was, undone = _games(fields, "was", book), _games(fields, "undone", book, NAMELESS)
    return Trail(was, clean_name(fields.get("called", "")), undone)


def _games(fields: Mapping[str, str], name: str, book: Book, mark: str = "") -> tuple[str, ...]:
    """The digits of the games that a field lists, each with the mark that may stand after it; raises
    Trouble."""
    parts = [part for part in fields.get(name, "").split(",", TRAIL)[:TRAIL] if part]
    try:
        seeds = [Seed.parse(part.removesuffix(mark), book.length) for part in parts]
    except SeedError:
        example = Seed.from_text(book.title, book.length)
        raise Trouble(
            400,
            "No such game to go back to",
            f"<p>What stands after <code>{name}=</code> are the digits of games of this book, the last "
            f"first, such as <code>{name}={example}</code>, with commas between them; or nothing.</p>",
            field=name,
        ) from None
    return tuple([seed.digits + mark * part.endswith(mark) for seed, part in zip(seeds, parts, strict=True)])


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
    trail: Trail = NO_TRAIL,
    told: str = "",
    near: Near | None = None,
    now: str = "",
    die: str = "",
) -> str:
    """What is in reach wherever one reads: the dice, a roll of all or of the rest, what happened, back and
    on; the wish that rolls go by, and what of it this game is not, if it is told how `near` that comes.

    Whoever rolls stays where he is: on the tray's own page, where this `die` is open, or without one on that
    of the rules. Once he has rolled, it says which game that brought him to, `now`.
    """
    free = len(book.rolled) - len(carried.keep)
    way = Markup(
        '<a class="tray-dice" href="?die=all{}" data-die="all" rel="nofollow">'
        '<span class="die" aria-hidden="true"></span>Dice{}</a>'
    ).format(
        Markup(trail.tail() + carried.tail()),
        Markup(' <span class="locks">{} locked</span>').format(len(carried.keep)) if carried.keep else "",
    )
    more = {"to": IN_TRAY} if die else {}
    rest = f"Roll the other {free}" if carried.keep else "Roll all again"
    roll = (
        Markup('<a class="button" href="{}" data-roll rel="nofollow">{}</a>').format(
            roll_url(book, digits, carried, **more, **trail.fields()), rest
        )
        if free
        else Markup('<span class="tray-full">All locked</span>')
    )
    way_on = Markup()
    shown = Markup()
    if trail:
        shown = Markup('<a class="tray-now" href="#main">{}</a>').format(now)
        way_on = undone(book, digits, carried, trail, die) + redone(book, digits, carried, trail, die)
    said = Markup('<p class="tray-told" role="status">{}</p>').format(told)
    wish = _wish(book, digits, carried, trail, near, die) if carried.wish else ""
    return f'<div class="tray-bar">{said}{wish}{way}{roll}{way_on}{shown}</div>'


def _at(book: Book, digits: str, carried: Carried, trail: Trail, die: str) -> str:
    """A game's tray, open at this die, or without one its rules, for whoever came by these games."""
    if die:
        return tray_url(book, digits, die, carried, trail)
    return game_url(book, digits, carried, **trail.fields())


def undone(book: Book, digits: str, carried: Carried, trail: Trail, die: str = "") -> Markup:
    """The way back from these digits to the last game that one came by, if there is one."""
    if not trail.was:
        return Markup()
    back = replace(carried, name=trail.called or carried.name)
    return Markup('<a class="tray-undo" href="{}" data-goes rel="nofollow">Undo</a>').format(
        _at(book, trail.was[0], back, trail.back(1, digits), die)
    )


def redone(book: Book, digits: str, carried: Carried, trail: Trail, die: str = "") -> Markup:
    """The way from these digits to the last game that was undone, if there is one."""
    if not trail.undone:
        return Markup()
    there, name, way = trail.again(digits, carried.name)
    return Markup('<a class="tray-redo" href="{}" data-goes rel="nofollow">Redo</a>').format(
        _at(book, there, replace(carried, name=name), way, die)
    )


def changes_told(changed: tuple[Change, ...], told: str, rules: str, undo: str = "") -> str:
    """What has become of the rules, in a line and one by one, each with the way to it at the address of the
    game's `rules`; `told` is that line, empty where nobody has rolled. ASCII."""
    if not changed:
        listed = f"<p>{told}</p>" if told else ""
    else:
        rows = "".join(
            [_changed_row(change).replace(RULES, ascii_html(str(escape(rules)))) for change in changed]
        )
        opened = " open" if len(changed) <= FEW else ""
        listed = f"<details{opened}><summary>{escape(told)}</summary><ul>{rows}</ul></details>"
    marks = " data-marks" if 0 < len(changed) <= MARKED else ""
    return ascii_html(f'<div class="changes-told" data-part="changed"{marks}>{listed}{undo}</div>')


@lru_cache(maxsize=4_000)
def _changed_row(change: Change) -> str:
    title = escape(change.title)
    there = f'<a href="{RULES}#{change.id}" data-rule="{change.id}">{title}</a>' if change.there else title
    return ascii_html(f"<li>{there}: {escape(change.how)}</li>")


def which_now(ruleset: Ruleset) -> str:
    """Which game this is, in as few words as may be."""
    if not ruleset.book.roster.figure:
        return ruleset.name
    return "{} · {}–{} min".format(ruleset.name, *muster.minutes(ruleset))


def _wish(book: Book, digits: str, carried: Carried, trail: Trail, near: Near | None, die: str) -> Markup:
    """What rolls go by, and the way to let it go."""
    away = _at(book, digits, replace(carried, wish=""), trail, die)
    missed = Markup(" <b>Not as wished: {}.</b>").format(misses_told(near)) if near and near.misses else ""
    return Markup(
        '<p class="tray-wish"><span title="{}">Wished for: <q>{}</q>.{}</span> '
        '<a href="{}" data-wish rel="nofollow">Drop the wish</a></p>'
    ).format(carried.wish, carried.wish, missed, away)
