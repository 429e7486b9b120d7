"""The site: parses a URL, calls the catalogue and the rulebook, and renders a page.

No module here contains a rule. Flask is imported in this package and in carnage/serving alone.
"""

from __future__ import annotations

from carnage.web.app import create_app

__all__ = ["create_app"]
