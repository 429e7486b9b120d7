"""A preset as its page shows it: what is told about it, and where its rules, playtest and tables are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from carnage.presets import Preset
from carnage.rulebook.credits import list_game_sources
from carnage.rulebook.markdown import render_markdown
from carnage.rulebook.text import TextFiller
from carnage.web.links import known_url


@dataclass(frozen=True)
class Shown:
    """A preset with its texts filled in; `told` and `ours` are Markdown."""

    preset: Preset
    intro: str
    ours: str
    rules: str
    playtest: str
    watch: str
    tables: str

    @classmethod
    def of(cls, preset: Preset) -> Shown:
        ruleset = preset.ruleset
        filler, rules = TextFiller(ruleset), known_url(ruleset)
        return cls(
            preset,
            filler.fill(preset.intro),
            filler.fill(preset.ours),
            rules,
            f"/lab{rules}",
            f"/watch{rules}",
            f"/{ruleset.book.code}/",
        )

    @property
    def html(self) -> tuple[Markup, Markup]:
        """What is special about it, and what is ours."""
        return render_markdown(self.intro), render_markdown(self.ours)

    def json(self) -> dict[str, Any]:
        """The machine-readable form; its keys are a contract."""
        ruleset = self.preset.ruleset
        return {
            "code": self.preset.code,
            "title": self.preset.title,
            "book": ruleset.book.code,
            "edition": ruleset.book.edition,
            "seed": ruleset.seed.digits,
            "name": ruleset.name,
            "intro": self.intro,
            "ours": self.ours,
            "options": {choice.table.id: choice.option.code for choice in ruleset.choices},
            "rules": self.rules,
            "playtest": self.playtest,
            "watch": self.watch,
            "tables": self.tables,
            "credits": [source.credit for source in list_game_sources(ruleset)],
        }
