"""A rulebook under names of somebody's own: what sides, figures and weapons are called wherever they stand.

The pieces of a rulebook are shared by all games, so nothing in them is changed: names are put into copies of
what is shown, last of all. They are a visitor's words, and escaped for wherever they go.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from typing import Any

from markupsafe import Markup, escape
from msgspec import structs

from carnage.document.ascii import ascii_html
from carnage.document.parts import Chapter, Part, Section
from carnage.document.rulebook import Rulebook
from carnage.document.texts import escape_markdown
from carnage.own_names import Own, nameable
from carnage.ruleset import Ruleset
from carnage.scenes import Piece, Scene
from carnage.wording import lower, plural

CREDITS = "credits"
_MAP = re.compile(r" {4,}.*\|.*\|$")
# The name of a rule, such as a talent's, is no figure: nothing but a word and a full stop, in bold or alone.
_RULE = r"(?!(?<=\*\*)(?:{0})\.\*\*|(?<=<strong>)(?:{0})\.</strong>|\A(?:{0})\.\Z)"
_TAG = r"<[^>]*>"


class Naming:
    """Puts names in the place of labels in one game's texts."""

    def __init__(self, ruleset: Ruleset, own: Own) -> None:
        self.own = own
        names = dict(own)
        self._names: dict[str, str] = {}
        figures: list[str] = []
        others: list[str] = []
        self.sides: dict[str, str] = {}
        for kind, code, label in nameable(ruleset):
            if code not in names:
                continue
            name = names[code]
            self._names[label] = name
            if kind == "side":
                self.sides[label] = name
                others.append(label)
                continue
            self._names[plural(label)] = plural(name)
            wanted = figures if kind == "figure" else others
            wanted += [label, plural(label)]
            if kind == "weapon":  # prose has weapons in small letters
                self._names[lower(label)], self._names[plural(lower(label))] = name, plural(name)
                others += [lower(label), plural(lower(label))]
        word = _either(others, figures)
        self._pattern = re.compile(word) if word else None
        self._in_html = re.compile(f"{_TAG}|{word}") if word else None

    def text(self, text: str) -> str:
        """Plain text."""
        return self._put(text, str)

    def markdown(self, text: str, escaped: Callable[[str], str] = escape_markdown) -> str:
        """Our Markdown, names `escaped` in it; the map in it stays as wide as it is."""
        if self._pattern is None:
            return text
        return "\n".join(
            self._on_map(line) if _MAP.fullmatch(line) else self._put(line, escaped)
            for line in text.split("\n")
        )

    def scene(self, scene: Scene) -> Scene:
        """What there is to be seen of a game."""
        if self._pattern is None:
            return scene
        text = self.text
        return structs.replace(
            scene,
            sides=tuple(map(text, scene.sides)),
            regions=tuple([structs.replace(each, label=text(each.label)) for each in scene.regions]),
            pieces=tuple(map(self._piece, scene.pieces)),
            tracks=tuple(
                [structs.replace(each, label=text(each.label), text=text(each.text)) for each in scene.tracks]
            ),
        )

    def _piece(self, piece: Piece) -> Piece:
        text = self.text
        return structs.replace(
            piece,
            label=text(piece.label),
            row=text(piece.row),
            group=text(piece.group),
            state=tuple(map(text, piece.state)),
            tokens={text(label): number for label, number in piece.tokens.items()},
        )

    def html(self, html: str) -> str:
        """Our HTML, in ASCII as all pieces are; nothing inside a tag is touched."""
        if self._in_html is None:
            return html
        return self._in_html.sub(
            lambda found: found[0] if found[0][0] == "<" else ascii_html(escape(self._names[found[0]])), html
        )

    def _put(self, text: str, escaped: Callable[[str], str]) -> str:
        if self._pattern is None:
            return text
        return self._pattern.sub(lambda found: escaped(self._names[found[0]]), text)

    def _on_map(self, line: str) -> str:
        """A row of the map in characters: what a longer name needs is taken from what lies around it."""
        for label, name in self.sides.items():
            at = line.find(f" {label} ")
            if at < 0:
                continue
            end = at + len(label) + 2
            fill = line[at - 1]
            left = len(line[:at]) - len(line[:at].rstrip(fill))
            right = len(line[end:]) - len(line[end:].lstrip(fill))
            room = max(0, left + right - 2) + len(label)
            shown = name[:room]
            more = len(shown) - len(label)
            off = min(right, max(0, (more + 1) // 2)) if more > 0 else 0
            before = line[: at - (more - off)] if more > 0 else line[:at]
            after = line[end + off :] if more > 0 else fill * -more + line[end:]
            line = f"{before} {shown} {after}"
        return line


def _either(others: list[str], figures: list[str]) -> str:
    """A pattern for any of these words as a whole, the longest first."""

    def words(labels: list[str]) -> str:
        return "|".join(map(re.escape, sorted(set(labels), key=len, reverse=True)))

    kinds = [f"(?:{words(others)})"] if others else []
    kinds += [f"{_RULE.format(words(figures))}(?:{words(figures)})"] if figures else []
    return rf"(?<![\w-])(?:{'|'.join(kinds)})(?![\w-])" if kinds else ""


class NamedRulebook(Rulebook):
    """The rulebook of one ruleset under names of somebody's own; its name, pitch and numbers are the same.
    Names are `escaped` in its Markdown."""

    def __init__(self, ruleset: Ruleset, own: Own, escaped: Callable[[str], str] = escape_markdown) -> None:
        super().__init__(ruleset)
        self.own = own
        self._escaped = escaped
        self.naming = Naming(ruleset, own)
        self._plain = Rulebook(ruleset)

    def said(self, label: str) -> str:
        """What a figure, a weapon or a side is called here."""
        return self.naming.text(label)

    @cached_property
    def chapters(self) -> tuple[Chapter, ...]:
        return tuple(
            Chapter(chapter.title, tuple(map(self._section, chapter.sections)))
            for chapter in self._plain.chapters
        )

    @cached_property
    def front(self) -> tuple[Part, ...]:
        return tuple(map(self._part, self._plain.front))

    @cached_property
    def back(self) -> tuple[Part, ...]:
        return tuple(map(self._part, self._plain.back))

    def json(self) -> dict[str, Any]:
        """The machine-readable form, with these names as labels of its forces."""
        said = self._plain.json()
        return {**said, "forces": _labelled(said["forces"], self.naming)}

    def _section(self, section: Section) -> Section:
        return replace(
            section,
            markdown=self.naming.markdown(section.markdown, self._escaped),
            html=Markup(self.naming.html(section.html)),
        )

    def _part(self, part: Part) -> Part:
        if part.id == CREDITS:  # whose ideas these are, nobody calls otherwise
            return part
        text = part.write
        return part._replace(
            write=lambda: self.naming.markdown(text(), self._escaped),
            html=Markup(self.naming.html(part.html)),
        )


def _labelled(said: Any, naming: Naming) -> Any:
    """The same data, its labels named."""
    if isinstance(said, dict):
        return {
            key: naming.text(value) if key in ("label", "squad") else _labelled(value, naming)
            for key, value in said.items()
        }
    return [_labelled(each, naming) for each in said] if isinstance(said, list) else said


def named(ruleset: Ruleset, own: Own) -> Rulebook:
    """The rulebook of this ruleset, under these names if there are any."""
    return NamedRulebook(ruleset, own) if own else Rulebook(ruleset)
