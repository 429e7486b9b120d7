"""The Jinja templates of a rulebook: HTML is escaped, Markdown and plain text are not."""

from __future__ import annotations

from functools import cache
from typing import Any

import jinja2

from carnage.common.text_format import spell_out
from carnage.drawing import render_text_map
from carnage.rulebook.custom_names import NameReplacer
from carnage.rulebook.links import link_addresses
from carnage.rulebook.markdown import escape_markdown
from carnage.rulebook.model import BOOK_NAMED_PARTS
from carnage.rulebook.text import DirectContext
from carnage.rulebook.typography import curl_quotes, keep_counts_together


def install_filters(environment: jinja2.Environment) -> None:
    """Add the filters and settings that the templates of a rulebook use to an environment."""
    environment.globals.update(BOOK_NAMED_PARTS=BOOK_NAMED_PARTS)
    environment.context_class = DirectContext
    environment.trim_blocks = environment.lstrip_blocks = True
    environment.filters.update(
        character_map=render_text_map,
        curl_quotes=curl_quotes,
        escape_markdown=escape_markdown,
        keep_counts_together=keep_counts_together,
        link_addresses=link_addresses,
        own_names=apply_custom_names,
        spelled=spell_out,
    )


def apply_custom_names(html: str, naming: NameReplacer | None) -> str:
    """Return HTML with a person's own names for sides, figures and weapons."""
    return type(html)(naming.html(html)) if naming else html


@cache
def load_environment() -> jinja2.Environment:
    """Return the environment of the files that are exported."""
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("carnage", "templates"),
        autoescape=jinja2.select_autoescape(["html"]),
        undefined=jinja2.StrictUndefined,
    )
    install_filters(environment)
    return environment


def render(template: str, /, **values: Any) -> str:
    """Return a template filled in."""
    return load_environment().get_template(template).render(values)
