"""From a ruleset to what people read: parts, Markdown, HTML, JSON. Knows no engine and no web."""

from carnage.document.parts import Chapter, Part, Section
from carnage.document.rulebook import Rulebook, rulebook

__all__ = ["Chapter", "Part", "Rulebook", "Section", "rulebook"]
