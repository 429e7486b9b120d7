"""The Jinja templates of the rulebook: HTML and SVG are escaped, Markdown is not."""

from __future__ import annotations

from functools import cache
from typing import Any

import jinja2
from markupsafe import Markup

from carnage.document.ascii import ascii_html
from carnage.document.texts import FILTERS
from carnage.document.typography import typographic
from carnage.wording import length, mixed


def _printed(value: Any) -> Any:
    """What an HTML template prints: texts get a printed page's quotes, ready HTML is left alone."""
    return typographic(value) if type(value) is str else value


def _environment(html: bool) -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("carnage", "templates/rulebook"),
        autoescape=html,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_printed if html else None,
    )
    environment.filters.update(FILTERS)
    environment.filters.update(mixed=mixed, distance=length)
    return environment


_HTML, _MARKDOWN = _environment(html=True), _environment(html=False)


def html(template: str, /, **context: Any) -> Markup:
    """This template, filled, as a piece to join a page from."""
    return Markup(ascii_html(_HTML.get_template(template).render(context).strip()))


def plain(text: str, /, **context: Any) -> str:
    """A family's own text, filled, and not escaped."""
    return _own(text).render(context)


@cache
def _own(text: str) -> jinja2.Template:
    return _MARKDOWN.from_string(text)


def page(template: str, /, **context: Any) -> str:
    """This template, filled, as a whole page. What stands in <style> has to stay as it is."""
    return _HTML.get_template(template).render(context).strip()


def markdown(template: str, /, **context: Any) -> str:
    """This Markdown template, filled; what goes into it is our own text or escaped before."""
    return _MARKDOWN.get_template(template).render(context).strip()
