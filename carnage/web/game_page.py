"""A game's page, joined from ready pieces: what the document made, and the dice that lead to the tray."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

from markupsafe import Markup, escape

from carnage.catalog import Book, Table, is_played
from carnage.catalog.rolls import Choice
from carnage.document import Rulebook
from carnage.document.ascii import ascii_html
from carnage.document.examples import example
from carnage.document.naming import CREDITS, Naming
from carnage.document.parts import Chapter, Part, Section
from carnage.document.typography import typographic
from carnage.own_names import written
from carnage.ruleset import Ruleset
from carnage.web import tray
from carnage.web.controls import Rolled, permalink, rolled
from carnage.web.diagrams import linked
from carnage.web.links import Carried, as_wished, fault_url
from carnage.web.skeleton import Skeleton

MOST_FACTS = 5_000
NOTHING_CARRIED = Carried()

_OWN = '<input type="hidden" name="own" value="{}">'
_WISH = '<input type="hidden" name="wish" value="{}">'
UNUSED = "Not Used in This Game"
_MADE_OF = Markup('<p class="words">The words <q>{}</q> give this game, to everybody who types them.</p>')


class GamePage:
    """The page of one book's games. `template` is game.html rendered for the book, its slots still open;
    `faults` is where to tell of a fault in a rule, if anywhere."""

    def __init__(self, book: Book, template: str, faults: str = "") -> None:
        self.book = book
        self._faults = faults
        self._skeleton = Skeleton(template)
        self._played = is_played(book.family)
        self._titles: dict[str, tuple[str, str]] = {}
        self._rolled: dict[tuple[str, str], Rolled] = {}
        self._bar: list[str] | None = None
        self._shown_facts: dict[tuple[tuple[str, str], ...], tuple[str, str]] = {}
        self._begun: dict[tuple[str, str, bool], tuple[str, str]] = {}
        self._dice = self._all_dice()

    def page(self, rulebook: Rulebook, carried: Carried, words: str = "") -> bytes:
        """The page of this game, its links carrying the locked tables and the name along; `words` are those
        that it is made of, if somebody typed any."""
        ruleset = rulebook.ruleset
        seed, name, path = ruleset.seed.digits, ruleset.name, ruleset.path
        given = ruleset.given_name if carried.name else ""
        keep = carried.keep
        carried = carried if carried.name == given else replace(carried, name=given)
        own = Naming(ruleset, carried.own).html if carried.own else None
        plain = carried == NOTHING_CARRIED
        tail = "" if plain else ascii_html(carried.tail())
        shown = ascii_html(str(escape(name)))
        alone = ""
        if given or carried.own:
            alone = ascii_html(str(escape(Carried(given, own=carried.own).query())))

        # Copying a page is much of what making it costs: all of these are pieces, which are joined but once.
        contents: list[str] = []
        chapters: list[str] = []
        unused = rulebook.unused
        for chapter in (*rulebook.chapters, Chapter(UNUSED, unused)) if unused else rulebook.chapters:
            entry, opening = self._titles.get(chapter.title) or self._title(chapter)
            contents.append(entry)
            chapters.append(opening)
            for section in chapter.sections:
                entry, head, body = section.shown or self._made(section)
                contents.append(entry)
                if tail and section.choice:
                    chapters += self._carrying(section, section.choice, tail, section.id in keep)
                else:
                    chapters += (head, body)
            chapters.append("</section>")
            contents.append("</ol></li>")
        front, back, told = rulebook.front, rulebook.back, self._facts(rulebook.facts)
        first, _, last = shown.rpartition(" ")
        return self._skeleton.fill(
            {
                "NAME": shown,
                "NAME_HTML": f"{first} <em>{last}</em>" if first else f"<em>{last}</em>",
                "KEPT": _kept(ruleset, keep) if keep else "",
                "SENT": ascii_html(str(escape(carried.query()))),
                "GIVEN": shown if given else "",
                "URL": path,
                "QUERY": alone,
                "SEED": seed,
                "PITCH": ascii_html(str(escape(typographic(rulebook.pitch)))),
                "TAGS": ascii_html("".join([f"<li>{tag}</li>" for tag in rulebook.tags])),
                "FACTS": told[0],
                "GLANCE": told[1],
                "DICE": self.dice(ruleset, keep, tail),
                "WORDS": ascii_html(_MADE_OF.format(words)) if words else "",
                "TRAY": self._plain_tray(seed) if plain else self._tray(ruleset, carried),
                "FAULT": str(escape(fault_url(self._faults, path))) if self._faults else "",
                "KEEP": f'<input type="hidden" name="keep" value="{",".join(keep)}">' if keep else "",
                "OWN": _OWN.format(ascii_html(escape(written(carried.own)))) if carried.own else "",
                "WISH": _WISH.format(ascii_html(escape(carried.wish))) if carried.wish else "",
                "CONTENTS_FRONT": [_entry(part.id, part.title) for part in front],
                "CONTENTS": contents,
                "CONTENTS_BACK": [_entry(part.id, part.title) for part in back],
                "FRONT": _named([text for part in front for text in _part(part)], own),
                "CHAPTERS": _named(chapters, own),
                "BACK": [
                    *self._watch(rulebook, alone),
                    *[
                        text
                        for part in back
                        for text in (_part(part) if part.id == CREDITS else _named(list(_part(part)), own))
                    ],
                ],
            }
        )

    def _watch(self, rulebook: Rulebook, query: str) -> tuple[str, ...]:
        """The way to a game that is played out event by event: the one that the example is from, if any."""
        if not self._played:
            return ()
        path, shown = f"/watch{rulebook.ruleset.path}", example(rulebook.ruleset)
        if shown is None:
            return (
                f'<p class="see-it"><a href="{path}{query}" rel="nofollow">Watch a game of it</a>, '
                "step by step, each with the rule that it goes by.</p>",
            )
        at = f"{path}{f'{query}&amp;' if query else '?'}game={shown.number}&amp;at={shown.event}"
        return (
            f'<p class="see-it"><a href="{at}" rel="nofollow">'
            "Watch the example of play</a> on the table, and all of its game.</p>",
        )

    def dice(self, ruleset: Ruleset, keep: tuple[str, ...], tail: str, named: bool = False) -> list[str]:
        """The row of all dice, in pieces, each beside its table's name if they are `named`; their addresses
        in the tray end in the tail, which is ASCII."""
        if not (keep or tail or named):
            return [by_roll[roll] for by_roll, roll in zip(self._dice, ruleset.rolls, strict=True)]
        dice: list[str] = []
        chapter = ""
        for choice in ruleset.choices:
            table = choice.table
            if table.chapter != chapter:
                dice += ("</ol></li>" if chapter else "", _group(table.chapter))
                chapter = table.chapter
            ready = self._controls(table, choice.digits)
            if named:
                before, after = ready.named_locked_die if table.id in keep else ready.named_die
            else:
                before, after = ready.locked_die if table.id in keep else ready.die
            dice += (before, tail, after)
        dice.append("</ol></li>")
        return dice

    def _all_dice(self) -> list[dict[str, str]]:
        """The die of each table by what it rolled, nothing carried along, with what stands between the groups
        of them."""
        made: list[dict[str, str]] = []
        tables = self.book.rolled
        for before, table, after in zip((None, *tables), tables, (*tables[1:], None), strict=False):
            opens = "" if before and before.chapter == table.chapter else _group(table.chapter)
            closes = "" if after and after.chapter == table.chapter else "</ol></li>"
            rolls = [f"{roll:0{table.digits}}" for roll in range(len(table.rolls))]
            made.append({roll: opens + "".join(self._controls(table, roll).die) + closes for roll in rolls})
        return made

    def _title(self, chapter: Chapter) -> tuple[str, str]:
        """A chapter's entry in the contents, and how it opens."""
        anchor, title = chapter.id, ascii_html(str(escape(chapter.title)))
        pieces = self._titles[chapter.title] = (
            f'<li><a href="#{anchor}">{title}</a><ol>',
            f'<section class="chapter" aria-labelledby="{anchor}"><h2 id="{anchor}">{title}</h2>'
            f"{permalink(anchor, title)}",
        )
        return pieces

    def _made(self, section: Section) -> tuple[str, str, str]:
        """What pages have of a section: its entry in the contents, how it begins, its body."""
        kind = section.table.id, section.digits, section.used
        begun = self._begun.get(kind)
        if begun is None:
            begun = self._begun[kind] = self._begin(section)
        if not section.shared.page:
            section.shared.page = _body(section)
        return section.keep(*begun)

    def _begin(self, section: Section) -> tuple[str, str]:
        """Its entry in the contents, and how it begins, which is the same however it goes on."""
        table = section.table
        if section.choice is None:
            entry = ascii_html(f'<li><a href="#{table.id}">{escape(table.title)}</a></li>')
            return entry, ascii_html(f"{_open(section)}{_plain_head(table)}")
        ready = self._controls(table, section.choice.digits)
        return ready.contents, _open(section) + "".join(ready.heading)

    def _carrying(self, section: Section, choice: Choice, tail: str, locked: bool) -> tuple[str, ...]:
        """A section that was rolled, its addresses carrying this tail along, in pieces."""
        before, between, after = self._controls(section.table, choice.digits).heading
        opened = _open(section, " locked" if locked else "")
        return opened, before, tail, between, tail, after, section.shared.page

    def _controls(self, table: Table, digits: str) -> Rolled:
        """What stands at this table where it rolled these digits, whatever else the game is."""
        controls = self._rolled.get((table.id, digits))
        if controls is None:
            controls = self._rolled[table.id, digits] = rolled(self.book, table, digits)
        return controls

    def _tray(self, ruleset: Ruleset, carried: Carried) -> str:
        """The tray's bar."""
        near = as_wished(ruleset, carried) if carried.wish else None
        return ascii_html(tray.bar(self.book, ruleset.seed.digits, carried, near=near))

    def _plain_tray(self, seed: str) -> str:
        """The same where nothing is carried along, when it is the same for all seeds but for these."""
        if self._bar is None:
            digits = "0" * self.book.length
            self._bar = ascii_html(tray.bar(self.book, digits, NOTHING_CARRIED)).split(digits)
        return seed.join(self._bar)

    def _facts(self, facts: tuple[tuple[str, str], ...]) -> tuple[str, str]:
        """The facts, and those of them that stand where one looks first."""
        shown = self._shown_facts.get(facts)
        if shown is None:
            html = "".join(f"<div><dt>{escape(a)}</dt><dd>{escape(b)}</dd></div>" for a, b in facts)
            if len(self._shown_facts) >= MOST_FACTS:
                self._shown_facts.clear()
            shown = self._shown_facts[facts] = ascii_html(html), _glance(facts)
        return shown


def _glance(facts: tuple[tuple[str, str], ...]) -> str:
    """For how many and how long, where one looks first."""
    told = dict(facts)
    shown = [f"{told['Players']} players", *([told["Time"]] if "Time" in told else [])]
    return ascii_html(f' <span class="glance">{escape(" · ".join(shown))}</span>')


def _kept(ruleset: Ruleset, keep: tuple[str, ...]) -> str:
    """For whom this game is sent to: the rules that its sender keeps, by name."""
    names = [f"{each.table.title}, {each.option.label}" for each in ruleset.choices if each.table.id in keep]
    return ascii_html(Markup('<p class="kept">Kept: <b>{}</b>.</p>').format("; ".join(names)))


def _named(pieces: list[str], own: Callable[[str], str] | None) -> list[str]:
    """The same under names of somebody's own, if there are any."""
    return [own("".join(pieces))] if own else pieces


def _open(section: Section, how: str = "") -> str:
    kind = "rule" if section.used else "rule unused"
    return f'<section class="{kind}{how}" id="{section.table.id}">'


def _plain_head(table: Table) -> str:
    title = escape(table.title)
    return f"<h3>{title}</h3>{permalink(table.id, title)}"


def _body(section: Section) -> str:
    text = linked(str(section.html))
    return ascii_html(f'<div class="rule-text">{text}{section.aside}</div></section>')


@cache
def _group(title: str) -> str:
    return ascii_html(f'<li class="group"><span class="group-name">{escape(title)}</span><ol>')


@cache
def _entry(id: str, title: str) -> str:
    return f'<li><a href="#{id}">{title}</a></li>'


@cache
def _opening(id: str, title: str) -> str:
    return (
        f'<section class="part" id="{id}" aria-labelledby="{id}-heading"><h2 id="{id}-heading">{title}</h2>'
        f"{permalink(id, title)}"
    )


def _part(part: Part) -> tuple[str, ...]:
    return _opening(part.id, part.title), part.html, "</section>"
