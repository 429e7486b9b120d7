"""The site: reads a URL, calls the catalogue and the document, and joins what they give into pages.

Nothing here knows a rule. Only this package imports Flask.
"""

from __future__ import annotations

from carnage.web.app import create_app

__all__ = ["create_app"]
