"""The tray as a page: all dice, what changed, and at one of them its rule, a roll, a lock, its other answers.

Without script this is where a game is changed; with it, the game's page shows pieces of this one over itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from markupsafe import Markup, escape

from carnage.catalog import Book, Table
from carnage.document import Rulebook
from carnage.document.ascii import ascii_html
from carnage.document.parts import Section
from carnage.ruleset import Ruleset, resolve
from carnage.seeds import Seed
from carnage.web.answers import Answer, Answers
from carnage.web.changes import changes_since, line, sections, short_line
from carnage.web.controls import ALL
from carnage.web.errors import Trouble
from carnage.web.links import Carried, as_wished, game_url
from carnage.web.skeleton import Skeleton
from carnage.web.tray import IN_TRAY, Trail, bar, changes_told, read_trail, roll_url, tray_url, which_now

OVERVIEW = (
    '<section class="die-panel" data-part="panel" aria-labelledby="all-title">'
    '<h2 id="all-title" tabindex="-1">All dice</h2>'
    "<p>Choose a die to see its rule in a line, and to roll it, lock it or give it another answer. "
    "What is locked stays when the rest is rolled.</p></section>"
)
"""What to do with all the dice."""


class TrayPage:
    """The trays of one book's games. `template` is tray.html rendered for the book, its slots still open."""

    def __init__(self, book: Book, template: str) -> None:
        self.book = book
        self._skeleton = Skeleton(template)
        self._answers = Answers(book)
        self._places = {table.id: place for place, table in enumerate(book.rolled)}

    def page(
        self,
        rulebook: Rulebook,
        carried: Carried,
        row: Callable[[str], list[str]],
        fields: Mapping[str, str],
    ) -> bytes:
        """The tray of this game, open at the die that the fields ask for; `row` makes that of all dice, each
        with its name, whose addresses end in what it is given.

        Raises Trouble for a die that the book has not, and what reading a trail raises.
        """
        ruleset = rulebook.ruleset
        carried = replace(carried, name=ruleset.given_name if carried.name else "")
        die, trail = fields.get("die") or ALL, read_trail(fields, self.book)
        if die not in self._places and die != ALL:
            raise Trouble(
                400,
                "There is no such die",
                f"<p>What stands after <code>die=</code> is one rule of this book, such as "
                f"<code>die={self.book.rolled[0].id}</code>, or <code>die={ALL}</code>.</p>",
                field="die",
            )
        changed = changes_since(trail.was, rulebook)
        rolled = len(self.book.rolled)
        told = line(changed, rolled) if trail.was else ""
        said = short_line(changed, rolled) if trail.was else ""
        digits = ruleset.seed.digits
        rules = game_url(self.book, digits, carried, die if die in self._places else "")
        near = as_wished(ruleset, carried) if carried.wish else None
        panel = (
            self._panel(rulebook, carried, trail, self.book.table(die)) if die in self._places else OVERVIEW
        )
        return self._skeleton.fill(
            {
                "NAME": ascii_html(str(escape(ruleset.name))),
                "SEED": digits,
                "URL": ruleset.path,
                "RULES": ascii_html(str(escape(rules))),
                "DICE": row(ascii_html(trail.tail() + carried.tail())),
                "CHANGED": changes_told(changed, told, game_url(self.book, digits, carried)),
                "PANEL": ascii_html(panel),
                "UNLOCK": ascii_html(self._unlock(carried, trail, digits)),
                "TRAIL": ascii_html(self._trail(carried, trail, digits)),
                "TRAY": ascii_html(
                    bar(self.book, digits, carried, trail, said, near, which_now(ruleset), die)
                ),
            }
        )

    def _game(self, digits: str, name: str = "") -> Ruleset:
        return resolve(self.book, Seed(digits), name)

    def _trail(self, carried: Carried, trail: Trail, digits: str) -> str:
        items = Markup("").join(
            Markup(
                '<li><a href="{}" data-goes rel="nofollow">{}</a> <span class="digits">{}</span></li>'
            ).format(
                tray_url(
                    self.book,
                    was,
                    ALL,
                    replace(carried, name=(trail.called if step == 1 else "") or carried.name),
                    trail.back(step, digits),
                ),
                self._game(was, (trail.called if step == 1 else "") or carried.name).name,
                was,
            )
            for step, was in enumerate(trail.was, 1)
        )
        listed = (
            f"<details><summary>The games that you came by</summary><ol>{items}</ol></details>"
            if items
            else ""
        )
        return f'<div class="trail" data-part="trail">{listed}</div>'

    def _unlock(self, carried: Carried, trail: Trail, digits: str) -> str:
        """The way to let all dice go, where any is locked."""
        if not carried.keep:
            return ""
        url = tray_url(self.book, digits, ALL, replace(carried, keep=()), trail)
        return Markup(
            '<p class="unlock" data-part="unlock">'
            '<a href="{}" data-locks="" rel="nofollow">Unlock all</a></p>'
        ).format(url)

    def _panel(self, rulebook: Rulebook, carried: Carried, trail: Trail, table: Table) -> str:
        ruleset, digits = rulebook.ruleset, rulebook.ruleset.seed.digits
        section = sections(rulebook)[table.id]
        locked = table.id in carried.keep
        toggled = carried.toggled(self.book, table.id)
        onwards = trail.on(digits)
        roll = roll_url(self.book, digits, carried, only=table.id, to=IN_TRAY, **trail.fields())
        acts = Markup(
            '<p class="die-acts">{}'
            '<a class="button lock{}" href="{}" data-locks="{}" rel="nofollow">{}</a>'
            '<a class="rule-way" href="{}" data-rule="{}">The whole rule</a>'
            '<a href="/{}/#{}">Its table</a></p>'
        ).format(
            ""
            if locked
            else Markup('<a class="button" href="{}" data-roll rel="nofollow">Roll it</a>').format(roll),
            " on" if locked else "",
            tray_url(self.book, digits, table.id, toggled, trail),
            ",".join(toggled.keep),
            "Locked: unlock it" if locked else "Lock it",
            game_url(self.book, digits, carried, table.id),
            table.id,
            self.book.code,
            table.id,
        )
        answers = Markup("").join(
            self._answer(answer, carried, onwards, table) for answer in self._answers.of(ruleset, table)
        )
        return Markup(
            '<section class="die-panel" data-part="panel" aria-labelledby="die-title">{}'
            '<h2 id="die-title" tabindex="-1">{} '
            '<span class="die{}"><span class="vh">rolled </span>{}</span></h2>'
            '<p class="kicker">{}</p>{}{}<h3>Or choose</h3><ul class="answers">{}</ul></section>'
        ).format(
            self._beside(table, carried, trail, digits),
            table.title,
            " two" if table.digits > 1 else "",
            section.digits,
            table.intro,
            _in_a_line(section),
            acts,
            answers,
        )

    def _answer(self, answer: Answer, carried: Carried, onwards: Trail, table: Table) -> Markup:
        text = Markup(
            '<span class="span">{}</span> <span class="what"><b>{}</b>{} '
            '<span class="line">{}{}</span></span>'
        ).format(
            answer.span,
            answer.label,
            " (would not be used)" if answer.idle else "",
            answer.does,
            Markup(' <span class="tends">On average: {}.</span>').format(answer.tends)
            if answer.tends and not answer.idle
            else "",
        )
        if answer.now:
            return Markup('<li><span class="now" aria-current="true">{}</span></li>').format(text)
        return Markup('<li><a href="{}" data-goes rel="nofollow">{}</a></li>').format(
            tray_url(self.book, answer.digits, table.id, carried, onwards), text
        )

    def _beside(self, table: Table, carried: Carried, trail: Trail, digits: str) -> Markup:
        """The dice before and after, to walk from one to the next."""
        tables, at = self.book.rolled, self._places[table.id]
        links = []
        for step, mark, heard in ((-1, "←", "Before it"), (1, "→", "After it")):
            other = tables[(at + step) % len(tables)]
            label = f"{mark} {other.title}" if step < 0 else f"{other.title} {mark}"
            links.append(
                Markup('<a href="{}" data-die="{}" rel="nofollow" title="{}">{}</a>').format(
                    tray_url(self.book, digits, other.id, carried, trail), other.id, heard, label
                )
            )
        return Markup('<p class="die-beside">{}{}</p>').format(*links)


def _in_a_line(section: Section) -> Markup:
    """The rule as the quick reference has it."""
    if not section.used:
        return Markup('<p class="in-a-line"><b>{}.</b> Not used in this game.</p>').format(section.label)
    if not section.briefs:
        return Markup('<p class="in-a-line"><b>{}.</b></p>').format(section.label)
    lines = Markup(" ").join(brief.html for brief in section.briefs)
    return Markup('<p class="in-a-line">{}</p>').format(lines)
