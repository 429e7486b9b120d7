"""A game's page, joined from ready pieces: what the document made, and the controls at each rule."""

from __future__ import annotations

from markupsafe import escape

from carnage.catalog import Book
from carnage.document import Rulebook
from carnage.document.parts import Part, Section
from carnage.web.controls import AFTER, BEFORE, KEEP, REROLL, Rolled, rolled
from carnage.web.links import Carried
from carnage.web.skeleton import Skeleton


class Sheet:
    """The page of one book's games. `template` is game.html rendered for the book, its slots still open."""

    def __init__(self, book: Book, template: str) -> None:
        self.book = book
        self._skeleton = Skeleton(template)
        self._rolled: dict[str, dict[str, Rolled]] = {
            table.id: {
                digits: rolled(book, table, digits)
                for digits in (str(n).zfill(table.digits) for n in range(10**table.digits))
            }
            for table in book.rolled
        }

    def page(self, rulebook: Rulebook, carried: Carried) -> str:
        """The page of this game, its links carrying the kept tables and the name along."""
        ruleset = rulebook.ruleset
        seed, name = ruleset.seed.digits, ruleset.name
        # A changed game would get another name of its own; it is the same game to whoever changes it.
        changed = carried.named(name)
        tail = str(escape(changed.query()))
        own = carried.named(ruleset.given_name)
        roll = {"book": self.book.path, "from": seed}
        again = f"/roll{escape(changed.query(**roll))}&amp;only="
        base = f"/{self.book.path}/"

        dice, contents, chapters = [], [], []
        for chapter in rulebook.chapters:
            title, id = escape(chapter.title), chapter.id
            group, entries, sections = [], [], []
            for section in chapter.sections:
                choice, table_id = section.choice, section.table.id
                if choice is None:
                    entries.append(f'<li><a href="#{table_id}">{escape(section.table.title)}</a></li>')
                    sections.append(_plain(section))
                    continue
                ready = self._rolled[table_id][choice.digits]
                kept = table_id in carried.keep
                toggle = escape(own.toggled(table_id, self.book).query())
                group.append(ready.kept_die if kept else ready.die)
                entries.append(ready.contents)
                controls = (
                    (ready.kept_controls if kept else ready.controls)
                    .replace(BEFORE, base + seed[: ready.before])
                    .replace(AFTER, f"{seed[ready.after :]}{tail}#{table_id}")
                    .replace(REROLL, again + table_id)
                    .replace(KEEP, f"{base}{seed}{toggle}#{table_id}")
                )
                sections.append(
                    f'<section class="rule{" kept" if kept else ""}{"" if section.used else " unused"}" '
                    f'id="{table_id}" aria-labelledby="{table_id}-title">{ready.heading}{controls}'
                    f'<div class="rule-text">{section.html}{section.aside}</div></section>'
                )
            if group:
                dice.append(
                    f'<li class="group"><span class="group-name">{title}</span><ol>{"".join(group)}</ol></li>'
                )
            contents.append(f'<li><a href="#{id}">{title}</a><ol>{"".join(entries)}</ol></li>')
            chapters.append(
                f'<section class="chapter" aria-labelledby="{id}"><h2 id="{id}">{title}</h2>'
                f"{''.join(sections)}</section>"
            )
        first, _, last = str(escape(name)).rpartition(" ")
        return self._skeleton.fill(
            {
                "NAME": str(escape(name)),
                "NAME_HTML": f"{first} <em>{last}</em>" if first else f"<em>{last}</em>",
                "GIVEN": str(escape(ruleset.given_name)),
                "URL": ruleset.path,
                "QUERY": str(escape(Carried(ruleset.given_name).query())),
                "SEED": seed,
                "PITCH": str(escape(rulebook.pitch)),
                "TAGS": "".join(f"<li>{escape(tag)}</li>" for tag in rulebook.tags),
                "FACTS": "".join(
                    f"<div><dt>{escape(label)}</dt><dd>{escape(value)}</dd></div>"
                    for label, value in rulebook.facts
                ),
                "DICE": "".join(dice),
                "KEPT": self._kept_bar(own, roll, ruleset.path),
                "KEEP": _hidden("keep", ",".join(carried.keep)),
                "CONTENTS_FRONT": _entries(rulebook.front),
                "CONTENTS": "".join(contents),
                "CONTENTS_BACK": _entries(rulebook.back),
                "FRONT": "".join(_part(part) for part in rulebook.front),
                "CHAPTERS": "".join(chapters),
                "BACK": "".join(_part(part) for part in rulebook.back),
            }
        )

    def _kept_bar(self, own: Carried, roll: dict[str, str], path: str) -> str:
        if not own.keep:
            return ""
        count = len(own.keep)
        return (
            f'<p class="kept-bar"><strong>{count} {"rule" if count == 1 else "rules"} kept.</strong> '
            f'<a class="button" href="/roll{escape(own.query(**roll))}" rel="nofollow">Re-roll the rest</a> '
            f'<a href="{path}{escape(Carried(own.name).query())}" rel="nofollow">Let all go</a></p>'
        )


def _hidden(name: str, value: str) -> str:
    return f'<input type="hidden" name="{name}" value="{value}">' if value else ""


def _plain(section: Section) -> str:
    id = section.table.id
    return (
        f'<section class="rule" id="{id}" aria-labelledby="{id}-title"><h3 id="{id}-title">'
        f'{escape(section.table.title)}</h3><div class="rule-text">{section.html}</div></section>'
    )


def _entries(parts: tuple[Part, ...]) -> str:
    return "".join(f'<li><a href="#{part.id}">{part.title}</a></li>' for part in parts)


def _part(part: Part) -> str:
    return (
        f'<section class="part" id="{part.id}" aria-labelledby="{part.id}-title">'
        f'<h2 id="{part.id}-title">{part.title}</h2>{part.html}</section>'
    )
