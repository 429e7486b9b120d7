"""Custom names for sides, figures and weapons, put into the texts of one game.

A rulebook's data has the book's names. Custom names are put into the rendered text as the last
step. They are a visitor's words, so they are escaped for the format of the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from markupsafe import escape
from msgspec import structs

from carnage.common.text_format import ground_plural, plural, spell_out, uncapitalize
from carnage.drawing.labels import fit_labels
from carnage.replays.scenes import Piece, Scene
from carnage.rulebook.markdown import escape_markdown
from carnage.rulebook.name_patterns import get_patterns
from carnage.rulesets.custom_names import (
    CustomNames,
    list_nameable,
    list_named_by_settings,
)
from carnage.rulesets.ruleset import Ruleset

_PLURAL_WORDS = [spell_out(number) for number in (0, *range(2, 21))] + ["all", "both", "several"]
# A count of more than one before a label such as Sawbones, whose plural is the same.
_COUNT = re.compile(rf"\b(?:0|[2-9]|\d\d+|{'|'.join(_PLURAL_WORDS)}) \Z", re.IGNORECASE)
_MAX_COUNT_LENGTH = 12  # characters before a label in which a count is looked for


class NameReplacer:
    """A replacement of labels in one game's texts by custom names.

    Args:
        ruleset: The game.
        own: The names.
        escape_name: Escapes a name for Markdown.

    Attributes:
        own: The names.
        sides: The names of sides by their labels.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        own: CustomNames,
        escape_name: Callable[[str], str] = escape_markdown,
    ) -> None:
        self.own = own
        self.sides: dict[str, str] = {}
        self._escape_name = escape_name
        self._names: dict[str, str] = {}
        self._plurals: dict[str, str] = {}  # by the labels whose plural is the same
        self._patterns = get_patterns(ruleset.book)
        names = dict(own)
        for kind, code, label in list_nameable(ruleset):
            if code not in names:
                continue
            name = names[code]
            self._names[label] = name
            if kind == "side":
                self.sides[label] = name
                continue
            if plural(label) == label:
                self._plurals[label] = plural(name)
            else:
                self._names[plural(label)] = plural(name)
            if kind == "weapon":  # sentences have weapons in small letters
                self._names[uncapitalize(label)], self._names[plural(uncapitalize(label))] = (
                    name,
                    plural(name),
                )
        self._add_names_of_setting(ruleset, names)

    def _add_names_of_setting(self, ruleset: Ruleset, names: Mapping[str, str]) -> None:
        """Add the names of terrain and money."""
        for _, code, label in list_named_by_settings(ruleset):
            if code not in names:
                continue
            name = names[code]
            for old, new in ((label, name), (ground_plural(label), plural(name))):
                self._names[old] = new
                self._names[old.lower()] = new.lower()

    def text(self, text: str) -> str:
        """Return plain text with the names."""
        return self._replace(self._patterns.text, text, str)

    def markdown(self, text: str) -> str:
        """Return the project's own Markdown with the names escaped."""
        return "\n".join(
            self._replace(self._patterns.text, line, self._escape_name) for line in text.split("\n")
        )

    def html(self, html: str) -> str:
        """Return the project's own HTML with the names; of tags, only those of labels change."""
        return fit_labels(self._replace(self._patterns.html, html, escape))

    def scene(self, scene: Scene) -> Scene:
        """Return a scene with the names."""
        text = self.text
        return structs.replace(
            scene,
            sides=tuple(map(text, scene.sides)),
            regions=tuple(
                [structs.replace(each, label=text(each.label)) for each in scene.regions]
            ),
            pieces=tuple(map(self._name_piece, scene.pieces)),
            tracks=tuple(
                [
                    structs.replace(each, label=text(each.label), text=text(each.text))
                    for each in scene.tracks
                ]
            ),
        )

    def table(self, scene: Scene) -> Scene:
        """Return the table of a setup with the names of its regions, and of their kinds."""
        regions = tuple(
            structs.replace(each, label=self.text(each.label), kind=self.text(each.kind))
            for each in scene.regions
        )
        return structs.replace(scene, regions=regions)

    def _name_piece(self, piece: Piece) -> Piece:
        text = self.text
        return structs.replace(
            piece,
            label=text(piece.label),
            row=text(piece.row),
            group=text(piece.group),
            state=tuple(map(text, piece.state)),
            tokens={text(label): number for label, number in piece.tokens.items()},
        )

    def _replace(
        self, pattern: re.Pattern[str], text: str, escape_name: Callable[[str], str]
    ) -> str:
        def insert_name(found: re.Match[str]) -> str:
            return found[1] + str(escape_name(self._find_name(found)))

        # A label is found after another character.
        return pattern.sub(insert_name, f" {text}")[1:]

    def _find_name(self, found: re.Match[str]) -> str:
        """Return the custom name that replaces a label found in a text.

        If the label is its own plural (Sawbones), the name is in the plural after a count that
        needs a plural. A label without a custom name stays as it is, and so does one of an option.

        Args:
            found: The match of the label.
        """
        label = found[2]
        if label in self._patterns.options:
            return label
        if label in self._plurals:
            before = found.string[max(0, found.start(2) - _MAX_COUNT_LENGTH) : found.start(2)]
            if _COUNT.search(before):
                return self._plurals[label]
        return self._names.get(label, label)
