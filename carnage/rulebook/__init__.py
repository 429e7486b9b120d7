"""Turn a ruleset into a rulebook: plain data that templates render. Knows no engine and no web."""

from carnage.rulebook.builder import build_rulebook
from carnage.rulebook.model import Brief, Chapter, Part, Rulebook, Section

__all__ = ["Brief", "Chapter", "Part", "Rulebook", "Section", "build_rulebook"]
