"""A game's whole rulebook, as parts, as Markdown, as one HTML file and as JSON."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup, escape

from carnage import assets
from carnage.catalog import Book
from carnage.document import examples, file, published, reference, sources, templates
from carnage.document.additions import additions
from carnage.document.components import Components
from carnage.document.facts import FactSheet
from carnage.document.own import OwnParts
from carnage.document.parts import Chapter, Part, Section
from carnage.document.pitch import Pitch
from carnage.document.sections import Sections
from carnage.document.texts import escape_markdown
from carnage.document.turn import TurnSummary
from carnage.own_names import Own
from carnage.ruleset import Ruleset
from carnage.unlocked import cached_property, once_each

_STYLE = "<style></style>"


class _Press:
    """Everything that the rulebooks of one book share."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.sections = Sections(book)
        self.turn = TurnSummary(book)
        self.components = Components(book)
        self.facts = FactSheet(book)
        self.own_front, self.own_back = OwnParts(book, "front"), OwnParts(book, "back")
        self.additions = additions(book)
        self.pitch = Pitch(book)
        self.glossary = reference.Glossary(book)


_press = once_each(_Press)


class Rulebook:
    """The rulebook of one ruleset. Its parts are made when first asked for."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self._press = _press(ruleset.book)

    own: Own = ()
    """Names that somebody gave to sides, figures and weapons."""

    @property
    def name(self) -> str:
        return self.ruleset.name

    def said(self, label: str) -> str:
        """What is called so, as this rulebook calls it."""
        return label

    @cached_property
    def _pitch_and_tags(self) -> tuple[str, tuple[str, ...]]:
        return self._press.pitch(self.ruleset)

    @property
    def pitch(self) -> str:
        """One paragraph of plain text: what this mix is like."""
        return self._pitch_and_tags[0]

    @property
    def tags(self) -> tuple[str, ...]:
        """Three words for this mix, the most telling first."""
        return self._pitch_and_tags[1]

    @property
    def facts(self) -> tuple[tuple[str, str], ...]:
        """How many play, with what, for how long: label and value, plain text."""
        return self._press.facts(self.ruleset)

    @cached_property
    def _sections(self) -> tuple[tuple[Chapter, ...], tuple[Section, ...]]:
        return self._press.sections(self.ruleset)

    @property
    def chapters(self) -> tuple[Chapter, ...]:
        """The rules, in the order in which they are read."""
        return self._sections[0]

    @property
    def unused(self) -> tuple[Section, ...]:
        """What was rolled and has no work beside the rest."""
        return self._sections[1]

    @property
    def unused_line(self) -> str:
        """The same as Markdown, in a line; empty if all has work."""
        named = [f"{section.title} · {section.digits} [{section.label}]" for section in self.unused]
        return f"Rolled, and not used in this game: {', '.join(named)}." if named else ""

    @property
    def front(self) -> tuple[Part, ...]:
        """What stands before the rules: components, what the book and its family add."""
        press, ruleset = self._press, self.ruleset
        return (
            press.components(ruleset, self.chapters),
            *press.additions.front(ruleset),
            *press.own_front(ruleset),
        )

    @property
    def back(self) -> tuple[Part, ...]:
        """What stands after the rules: an example of play, what the family and the book add, glossary, what
        is ours in a preset, credits, and last what one plays from; nothing that would be empty."""
        press, ruleset = self._press, self.ruleset
        shown = examples.example(ruleset)
        parts = (
            *([examples.part(ruleset, shown)] if shown else []),
            *press.own_back(ruleset),
            *press.additions.back(ruleset),
            press.glossary(ruleset),
            *published.ours(ruleset),
            reference.credits(ruleset),
            reference.quick_reference(press.turn(ruleset, self.chapters), press.additions.tables(ruleset)),
        )
        return tuple([part for part in parts if part.html])

    @property
    def seed_groups(self) -> tuple[str, ...]:
        """The seed's digits in groups, one for each chapter that rolls any."""
        return self.ruleset.seed.grouped(self.ruleset.book.groups)

    def markdown(self, address: str = "") -> str:
        """The whole rulebook as Markdown, with the address at which the game is found, if it is given."""
        game = self.ruleset
        draft = "" if game.book.frozen else " (draft)"
        head = [
            *[f"- {label}: {value}" for label, value in self.facts],
            f"- Book: {game.book.title}, edition {game.book.edition}{draft}",
            f"- Seed: {game.seed} ({' '.join(self.seed_groups)})",
            *([f"- Address: <{address}>"] if address else []),
        ]
        # Joined but once: a template takes as long as to look up all that is in it.
        pieces = [
            f"# {escape_markdown(self.name)}",
            self.pitch,
            f"*{' · '.join(self.tags)}*",
            "\n".join(head),
        ]
        for part in self.front:
            pieces += (f"## {part.title}", part.markdown)
        for chapter in self.chapters:
            pieces.append(f"## {chapter.title}")
            for section in chapter.sections:
                rolled = f" · {section.digits}" if section.choice else ""
                pieces += (f"### {section.table.title}{rolled}", section.markdown)
        pieces += [self.unused_line] if self.unused else []
        for part in self.back:
            pieces += (f"## {part.title}", part.markdown)
        return "\n\n".join(pieces).rstrip() + "\n"

    def html(self, css: str | None = None, address: str = "") -> str:
        """The whole rulebook as one HTML file with its style inside: the site's own, type and all, if none is
        given. It tells the address at which the game is found, if that is given."""
        style = assets.file_css() if css is None else css
        first, _, last = self.name.rpartition(" ")
        fields = {
            "name": escape(self.name),
            "title": Markup("{} <em>{}</em>").format(first, last)
            if first
            else Markup("<em>{}</em>").format(last),
            "address": escape(address),
            "front": file.parts(self.front),
            "rules": file.rules(self.chapters),
            "back": file.parts(self.back),
        }
        page = templates.page("rulebook.html", book=self, **fields)
        return page.replace(_STYLE, f"<style>{style}</style>", 1) + "\n"

    def as_file(self, address: str = "") -> bytes:
        """The same with the site's style, as a file: joined as bytes, for the style is the longest."""
        page = self.html("", address).encode()
        return page.replace(_STYLE.encode(), b"<style>%b</style>" % assets.file_css().encode(), 1)

    def json(self) -> dict[str, Any]:
        """The machine-readable form; its keys are a contract."""
        ruleset = self.ruleset
        return {
            "book": ruleset.book.code,
            "edition": ruleset.book.edition,
            "seed": ruleset.seed.digits,
            "name": ruleset.name,
            "url": ruleset.path,
            "choices": [
                {
                    "table": choice.table.id,
                    "title": choice.table.title,
                    "digits": choice.digits,
                    "roll": choice.roll,
                    "option": choice.option.code,
                    "label": choice.option.label,
                    "params": choice.own_params,
                }
                for choice in ruleset.choices
            ],
            "traits": sorted(ruleset.traits),
            "forces": self._press.additions.forces(ruleset),
            "credits": [
                {
                    "title": source.title,
                    "authors": source.authors,
                    "licence": source.licence,
                    "credit": source.credit,
                    "url": source.url,
                }
                for source in sources.of_game(ruleset)
            ],
            **{part.id: part.markdown for part in published.ours(ruleset)},
        }


def rulebook(ruleset: Ruleset) -> Rulebook:
    """The rulebook of this ruleset."""
    return Rulebook(ruleset)
