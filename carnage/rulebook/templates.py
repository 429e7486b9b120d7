"""The Jinja templates of a rulebook: HTML is escaped, Markdown and plain text are not."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import jinja2
from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame
from markupsafe import Markup, escape

from carnage.common.text_format import spell_out
from carnage.drawing import render_text_map
from carnage.rulebook.custom_names import NameReplacer
from carnage.rulebook.links import link_addresses
from carnage.rulebook.markdown import escape_markdown
from carnage.rulebook.model import BOOK_NAMED_PARTS
from carnage.rulebook.text import DirectContext
from carnage.rulebook.typography import curl_quotes, keep_counts_together

_SPECIAL_CHARACTER = re.compile("[&<>'\"]")


class DirectCodeGenerator(CodeGenerator):
    """The code of templates with `escape_value` in the place of `markupsafe.escape`."""

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if frame.eval_ctx.autoescape and not frame.eval_ctx.volatile:
            self.write("environment.escape_value(")
        else:
            super()._output_child_pre(node, frame, finalize)


def escape_value(value: Any) -> Any:
    """Return a value escaped for HTML, unless it is HTML already.

    `markupsafe.escape` makes a `Markup` of each value, in a tenth of the time of a page.
    """
    kind = type(value)
    if kind is Markup or (kind is str and not _SPECIAL_CHARACTER.search(value)):
        return value
    return escape(value)


def install_filters(environment: jinja2.Environment) -> None:
    """Add the filters and settings that the templates of a rulebook use to an environment."""
    environment.globals.update(BOOK_NAMED_PARTS=BOOK_NAMED_PARTS)
    environment.context_class = DirectContext
    environment.code_generator_class = DirectCodeGenerator
    environment.extend(escape_value=escape_value)
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
