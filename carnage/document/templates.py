"""The Jinja templates of the rulebook: HTML and SVG are escaped, Markdown is not."""

from __future__ import annotations

from typing import Any

import jinja2
from markupsafe import Markup

from carnage.document.ascii import ascii_html
from carnage.document.texts import inline_html, length, mixed, spelled

_ENVIRONMENT = jinja2.Environment(
    loader=jinja2.PackageLoader("carnage", "templates/rulebook"),
    autoescape=jinja2.select_autoescape(["html", "svg"]),
    undefined=jinja2.StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_ENVIRONMENT.filters.update(mixed=mixed, spelled=spelled, distance=length, inline=inline_html)


def html(template: str, /, **context: Any) -> Markup:
    """This template, filled."""
    return Markup(ascii_html(_ENVIRONMENT.get_template(template).render(context).strip()))


def markdown(template: str, /, **context: Any) -> str:
    """This Markdown template, filled; what goes into it is our own text or escaped before."""
    return _ENVIRONMENT.get_template(template).render(context).strip()
