"""A game's page, joined from ready pieces: what the document made, and the dice that lead to the tray."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace

from markupsafe import Markup, escape

from carnage.catalog import Book, Table, is_played
from carnage.catalog.rolls import Choice
from carnage.document import Rulebook
from carnage.document.ascii import ascii_html
from carnage.document.examples import example
from carnage.document.naming import CREDITS, Naming
from carnage.document.parts import Chapter, Section
from carnage.document.typography import typographic
from carnage.own_names import written
from carnage.ruleset import Ruleset
from carnage.web import tray
from carnage.web.changes import Change, changes_since, line, short_line
from carnage.web.controls import Rolled, permalink, rolled
from carnage.web.game_pieces import body_of, contents_entry, group, part_pieces, plain_head, section_opening
from carnage.web.links import Carried, as_wished, fault_url
from carnage.web.skeleton import Skeleton
from carnage.web.tray import MARKED, NO_TRAIL, Trail, changes_told, which_now

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

    def page(self, rulebook: Rulebook, carried: Carried, words: str = "", trail: Trail = NO_TRAIL) -> bytes:
        """The page of this game, its links carrying the locked tables and the name along; `words` are those
        that it is made of, if somebody typed any. Whoever came by another game, the last of the trail, is
        told what has changed, and how to go back."""
        ruleset = rulebook.ruleset
        seed, name, path = ruleset.seed.digits, ruleset.name, ruleset.path
        given = ruleset.given_name if carried.name else ""
        keep = carried.keep
        carried = carried if carried.name == given else replace(carried, name=given)
        own = Naming(ruleset, carried.own).html if carried.own else None
        plain = carried == NOTHING_CARRIED and not trail
        tail = "" if plain else ascii_html(trail.tail() + carried.tail())
        changed = changes_since(trail.was, rulebook)
        marked = {change.id for change in changed} if len(changed) <= MARKED else ()
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
                    how = " locked" * (section.id in keep) + " changed" * (section.id in marked)
                    chapters += self._carrying(section, section.choice, tail, how)
                else:
                    if section.id in marked:
                        head = head.replace('class="rule', 'class="rule changed', 1)
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
                "DICE": self.dice(ruleset, keep, tail, marked=marked),
                "CHANGED": self._changed(ruleset, changed, carried, trail) if trail.was else "",
                "WORDS": ascii_html(_MADE_OF.format(words)) if words else "",
                "TRAY": self._plain_tray(seed) if plain else self._tray(ruleset, carried, changed, trail),
                "FAULT": str(escape(fault_url(self._faults, path))) if self._faults else "",
                "KEEP": f'<input type="hidden" name="keep" value="{",".join(keep)}">' if keep else "",
                "OWN": _OWN.format(ascii_html(escape(written(carried.own)))) if carried.own else "",
                "WISH": _WISH.format(ascii_html(escape(carried.wish))) if carried.wish else "",
                "CONTENTS_FRONT": [contents_entry(part.id, part.title) for part in front],
                "CONTENTS": contents,
                "CONTENTS_BACK": [contents_entry(part.id, part.title) for part in back],
                "FRONT": _named([text for part in front for text in part_pieces(part)], own),
                "CHAPTERS": _named(chapters, own),
                "BACK": [
                    *self._watch(rulebook, alone),
                    *[
                        text
                        for part in back
                        for text in (
                            part_pieces(part) if part.id == CREDITS else _named(list(part_pieces(part)), own)
                        )
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

    def dice(
        self,
        ruleset: Ruleset,
        keep: tuple[str, ...],
        tail: str,
        named: bool = False,
        marked: Collection[str] = (),
    ) -> list[str]:
        """The row of all dice, in pieces, each beside its table's name if they are `named`; their addresses
        in the tray end in the tail, which is ASCII. Those of the tables that are `marked` have changed."""
        if not (keep or tail or named):
            return [by_roll[roll] for by_roll, roll in zip(self._dice, ruleset.rolls, strict=True)]
        dice: list[str] = []
        chapter = ""
        for choice in ruleset.choices:
            table = choice.table
            if table.chapter != chapter:
                dice += ("</ol></li>" if chapter else "", group(table.chapter))
                chapter = table.chapter
            ready = self._controls(table, choice.digits)
            if named:
                before, after = ready.named_locked_die if table.id in keep else ready.named_die
            else:
                before, after = ready.locked_die if table.id in keep else ready.die
            if table.id in marked:
                before = before.replace('class="die', 'class="die changed', 1)
            dice += (before, tail, after)
        dice.append("</ol></li>")
        return dice

    def _all_dice(self) -> list[dict[str, str]]:
        """The die of each table by what it rolled, nothing carried along, with what stands between the groups
        of them."""
        made: list[dict[str, str]] = []
        tables = self.book.rolled
        for before, table, after in zip((None, *tables), tables, (*tables[1:], None), strict=False):
            opens = "" if before and before.chapter == table.chapter else group(table.chapter)
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
            section.shared.page = body_of(section)
        return section.keep(*begun)

    def _begin(self, section: Section) -> tuple[str, str]:
        """Its entry in the contents, and how it begins, which is the same however it goes on."""
        table = section.table
        if section.choice is None:
            entry = ascii_html(f'<li><a href="#{table.id}">{escape(table.title)}</a></li>')
            return entry, ascii_html(f"{section_opening(section)}{plain_head(table)}")
        ready = self._controls(table, section.choice.digits)
        return ready.contents, section_opening(section) + "".join(ready.heading)

    def _carrying(self, section: Section, choice: Choice, tail: str, how: str) -> tuple[str, ...]:
        """A section that was rolled, its addresses carrying this tail along, in pieces; `how` it is, locked
        or changed, as more classes."""
        before, between, after = self._controls(section.table, choice.digits).heading
        opening = section_opening(section, how)
        return opening, before, tail, between, tail, after, section.shared.page

    def _controls(self, table: Table, digits: str) -> Rolled:
        """What stands at this table where it rolled these digits, whatever else the game is."""
        controls = self._rolled.get((table.id, digits))
        if controls is None:
            controls = self._rolled[table.id, digits] = rolled(self.book, table, digits)
        return controls

    def _tray(self, ruleset: Ruleset, carried: Carried, changed: tuple[Change, ...], trail: Trail) -> str:
        """The tray's bar."""
        near = as_wished(ruleset, carried) if carried.wish else None
        told = short_line(changed, len(self.book.rolled)) if trail.was else ""
        now = which_now(ruleset) if trail else ""
        return ascii_html(tray.bar(self.book, ruleset.seed.digits, carried, trail, told, near, now))

    def _changed(self, ruleset: Ruleset, changed: tuple[Change, ...], carried: Carried, trail: Trail) -> str:
        """What has changed since the last game that somebody came by, and the way back there."""
        told = line(changed, len(self.book.rolled))
        back = tray.undone(self.book, ruleset.seed.digits, carried, trail)
        return changes_told(changed, told, "", f"<p>{back}</p>")

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
