"""Build the glossary: the terms of a game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup, escape

from carnage.rulebook.links import Linker, is_in_glossary, make_term_id
from carnage.rulebook.model import Part
from carnage.rulebook.typography import curl_quotes
from carnage.rulesets.ruleset import Ruleset
from carnage.rulesets.world import World
from carnage.rulesets.world_names import list_glosses


@dataclass(frozen=True, slots=True)
class GlossaryEntry:
    """A term with its anchor and its explanation as plain text and as HTML."""

    id: str
    term: str
    explanation: str
    text: Markup


def build_glossary(ruleset: Ruleset, linker: Linker, world: World | None) -> Iterator[Part]:
    """Return the terms that this game uses, if it uses any."""
    entries = []
    glosses = list_glosses(ruleset.book, world)
    for term in ruleset.book.glossary:
        if is_in_glossary(term, ruleset):
            explanation = f"{term.text} {glosses.get(term.term, '')}".strip()
            text = linker.link_titles(escape(curl_quotes(explanation)))
            entries.append(GlossaryEntry(make_term_id(term.term), term.term, explanation, text))
    if entries:
        yield Part("glossary", "Glossary", "glossary", tuple(entries))
