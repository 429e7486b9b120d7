"""Render a rulebook as one HTML file with its style inside."""

from __future__ import annotations

from carnage.common import assets
from carnage.rulebook import templates
from carnage.rulebook.model import Rulebook


def export_html(rulebook: Rulebook, css: str | None = None, address: str = "") -> str:
    """Return the rulebook as one HTML file.

    Args:
        rulebook: The rulebook.
        css: The style sheet; None for the site's own, fonts included.
        address: The address of the game; empty for none.
    """
    page = templates.render(
        "rulebook/file.html",
        rulebook=rulebook,
        book=rulebook.ruleset.book,
        css=assets.file_css() if css is None else css,
        address=address,
    )
    return page.strip() + "\n"
