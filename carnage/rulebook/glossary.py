"""Build the glossary: the terms of a game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup, escape

from carnage.rulebook.links import Linker, is_in_glossary, make_term_id
from carnage.rulebook.model import Part
from carnage.rulebook.typography import curl_quotes
from carnage.rulesets.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class GlossaryEntry:
    """A term with its anchor and its explanation as plain text and as HTML."""

    id: str
    term: str
    explanation: str
    text: Markup


def build_glossary(ruleset: Ruleset, linker: Linker) -> Iterator[Part]:
    """Return the terms that this game uses, if it uses any."""
    entries = []
    for term in ruleset.book.glossary:
        if is_in_glossary(term, ruleset):
            text = linker.link_titles(escape(curl_quotes(term.text)))
            entries.append(GlossaryEntry(make_term_id(term.term), term.term, term.text, text))
    if entries:
        yield Part("glossary", "Glossary", "glossary", tuple(entries))
