"""Presets as data: their texts, and the addresses of their rules, playtest and tables."""

from __future__ import annotations

from carnage.rulebook.credits import list_game_sources
from carnage.rulebook.text import TextFiller
from carnage.rulesets import presets
from carnage.web.api.contracts import Preset
from carnage.web.games.links import named_game_url


def describe_preset(preset: presets.Preset) -> Preset:
    """Return a preset as data, with its texts filled in as Markdown."""
    ruleset = preset.ruleset
    filler = TextFiller(ruleset)
    rules_url = named_game_url(ruleset)
    return Preset(
        code=preset.code,
        title=preset.title,
        book=ruleset.book.code,
        edition=ruleset.book.edition,
        seed=ruleset.seed.digits,
        name=ruleset.name,
        intro=filler.fill(preset.intro),
        ours=filler.fill(preset.deviations),
        options={choice.table.id: choice.option.code for choice in ruleset.choices},
        rules=rules_url,
        playtest=f"/lab{rules_url}",
        watch=f"/watch{rules_url}",
        tables=f"/{ruleset.book.code}/",
        credits=[source.credit for source in list_game_sources(ruleset)],
    )
