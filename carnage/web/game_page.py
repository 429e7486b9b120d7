"""A game's page, joined from ready pieces: what the document made, and the controls at each rule."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from urllib.parse import quote_plus

from markupsafe import escape

from carnage.catalog import Book, Table
from carnage.document import Rulebook
from carnage.document.ascii import ascii_html
from carnage.document.parts import Chapter, Part, Section
from carnage.document.typography import typographic
from carnage.web.controls import AFTER, Rolled, rolled
from carnage.web.links import Carried
from carnage.web.skeleton import Skeleton

# What is made ready for pieces of the document, which keeps the most wanted: then all of it is begun anew.
MOST_PIECES = 5_000


@dataclass(frozen=True, slots=True)
class _Piece:
    """A section ready for the page, beside the section itself, which must not be forgotten: `head` (which has
    the first of the controls in it), then the controls if it is rolled, then `html`."""

    section: Section
    head: str
    kept_head: str
    html: str
    contents: str
    rolled: Rolled | None


class GamePage:
    """The page of one book's games. `template` is game.html rendered for the book, its slots still open."""

    def __init__(self, book: Book, template: str) -> None:
        self.book = book
        self._skeleton = Skeleton(template)
        self._order = tuple(table.id for table in book.rolled)
        self._titles: dict[str, tuple[str, str, str]] = {}
        self._pieces: dict[int, _Piece] = {}
        self._rolled: dict[tuple[str, str], Rolled] = {}
        self._shown_facts: dict[tuple[tuple[str, str], ...], str] = {}

    def page(self, rulebook: Rulebook, carried: Carried) -> bytes:
        """The page of this game, its links carrying the kept tables and the name along."""
        ruleset = rulebook.ruleset
        seed, name, path = ruleset.seed.digits, ruleset.name, ruleset.path
        given = ruleset.given_name if carried.name else ""
        base, keep = f"/{self.book.code}/", carried.keep
        # A changed game would get another name of its own; it is the same game to whoever changes it.
        tail = str(escape(Carried(name, keep).query()))
        shown = ascii_html(str(escape(name)))
        own = f"&amp;name={escape(quote_plus(given))}" if given else ""
        alone = f"?{own[5:]}" if own else ""
        reroll = f"/roll?book={self.book.code}&amp;from={seed}{tail.replace('?', '&amp;')}&amp;only="
        to_keep = f"{path}?keep="

        # Copying a page is much of what making it costs: all of these are pieces, which are joined but once.
        dice: list[str] = []
        contents: list[str] = []
        chapters: list[str] = []
        for chapter in rulebook.chapters:
            title, entry, opening = self._titles.get(chapter.title) or self._title(chapter)
            contents.append(entry)
            chapters.append(opening)
            group: list[str] = []
            for section in chapter.sections:
                piece = self._pieces.get(id(section)) or self._piece(section)
                contents.append(piece.contents)
                ready = piece.rolled
                if ready is None:
                    chapters.append(piece.html)
                    continue
                choices = (base + seed[: ready.before]).join(ready.choices)
                choices = choices.replace(AFTER, seed[ready.after :] + tail)
                if not keep:
                    group.append(ready.die)
                    chapters += (
                        piece.head,
                        reroll,
                        ready.only_to_keep,
                        to_keep,
                        ready.table_id,
                        own,
                        ready.to_choose,
                        choices,
                        piece.html,
                    )
                    continue
                kept = ready.table_id in keep
                group.append(ready.kept_die if kept else ready.die)
                wanted = self._toggled(ready.table_id, keep)
                chapters += (
                    piece.kept_head if kept else piece.head,
                    reroll,
                    ready.only_to_keep_kept if kept else ready.only_to_keep,
                    f"{to_keep}{wanted}{own}" if wanted else path + alone,
                    ready.to_choose_kept if kept else ready.to_choose,
                    choices,
                    piece.html,
                )
            chapters.append("</section>")
            contents.append("</ol></li>")
            if group:
                dice += (
                    f'<li class="group"><span class="group-name">{title}</span><ol>',
                    *group,
                    "</ol></li>",
                )
        front, back = rulebook.front, rulebook.back
        first, _, last = shown.rpartition(" ")
        return self._skeleton.fill(
            {
                "NAME": shown,
                "NAME_HTML": f"{first} <em>{last}</em>" if first else f"<em>{last}</em>",
                "GIVEN": shown if given else "",
                "URL": path,
                "QUERY": alone,
                "SEED": seed,
                "PITCH": ascii_html(str(escape(typographic(rulebook.pitch)))),
                "TAGS": ascii_html("".join([f"<li>{tag}</li>" for tag in rulebook.tags])),
                "FACTS": self._facts(rulebook.facts),
                "DICE": dice,
                "KEPT": self._kept_bar(Carried(given, keep), seed, path) if keep else "",
                "KEEP": f'<input type="hidden" name="keep" value="{",".join(keep)}">' if keep else "",
                "CONTENTS_FRONT": [_entry(part.id, part.title) for part in front],
                "CONTENTS": contents,
                "CONTENTS_BACK": [_entry(part.id, part.title) for part in back],
                "FRONT": [text for part in front for text in _part(part)],
                "CHAPTERS": chapters,
                "BACK": [text for part in back for text in _part(part)],
            }
        )

    def _title(self, chapter: Chapter) -> tuple[str, str, str]:
        """A chapter's title, its entry in the contents, and how it opens."""
        anchor, title = chapter.id, ascii_html(str(escape(chapter.title)))
        pieces = self._titles[chapter.title] = (
            title,
            f'<li><a href="#{anchor}">{title}</a><ol>',
            f'<section class="chapter" aria-labelledby="{anchor}"><h2 id="{anchor}">{title}</h2>',
        )
        return pieces

    def _piece(self, section: Section) -> _Piece:
        """The section made ready; it is kept together with the section, so that no other can take its id."""
        table = section.table
        if len(self._pieces) >= MOST_PIECES:
            self._pieces.clear()
        if section.choice is None:
            head = f"<h3>{escape(table.title)}</h3>"
            entry = ascii_html(f'<li><a href="#{table.id}">{escape(table.title)}</a></li>')
            piece = _Piece(
                section, "", "", _open(section, "rule") + ascii_html(head) + _body(section), entry, None
            )
        else:
            ready = self._controls(table, section.choice.digits)
            kind = "rule" if section.used else "rule unused"
            head, kept_head = (
                _open(section, how) + ready.heading + ready.to_reroll for how in (kind, f"{kind} kept")
            )
            piece = _Piece(section, head, kept_head, _body(section), ready.contents, ready)
        self._pieces[id(section)] = piece
        return piece

    def _controls(self, table: Table, digits: str) -> Rolled:
        """What stands at this table where it rolled these digits, whatever else the game is."""
        controls = self._rolled.get((table.id, digits))
        if controls is None:
            controls = self._rolled[table.id, digits] = rolled(self.book, table, digits)
        return controls

    def _facts(self, facts: tuple[tuple[str, str], ...]) -> str:
        shown = self._shown_facts.get(facts)
        if shown is None:
            html = "".join(f"<div><dt>{escape(a)}</dt><dd>{escape(b)}</dd></div>" for a, b in facts)
            if len(self._shown_facts) >= MOST_PIECES:
                self._shown_facts.clear()
            shown = self._shown_facts[facts] = ascii_html(html)
        return shown

    def _toggled(self, table_id: str, keep: tuple[str, ...]) -> str:
        """What is kept once this table is kept too, or let go; in the book's order."""
        wanted = {*keep} ^ {table_id}
        return ",".join([table_id for table_id in self._order if table_id in wanted])

    def _kept_bar(self, carried: Carried, seed: str, path: str) -> str:
        count = len(carried.keep)
        again = escape(carried.query(**{"book": self.book.code, "from": seed}))
        return (
            f'<p class="kept-bar"><strong>{count} {"rule" if count == 1 else "rules"} kept.</strong> '
            f'<a class="button" href="/roll{again}" rel="nofollow">Re-roll the rest</a> '
            f'<a href="{path}{escape(Carried(carried.name).query())}" rel="nofollow">Let all go</a></p>'
        )


def _open(section: Section, kind: str) -> str:
    return f'<section class="{kind}" id="{section.table.id}">'


def _body(section: Section) -> str:
    return ascii_html(f'<div class="rule-text">{section.html}{section.aside}</div></section>')


@cache
def _entry(id: str, title: str) -> str:
    return f'<li><a href="#{id}">{title}</a></li>'


@cache
def _opening(id: str, title: str) -> str:
    return (
        f'<section class="part" id="{id}" aria-labelledby="{id}-heading"><h2 id="{id}-heading">{title}</h2>'
    )


def _part(part: Part) -> tuple[str, ...]:
    return _opening(part.id, part.title), part.html, "</section>"
