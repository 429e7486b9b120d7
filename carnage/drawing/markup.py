"""SVG as text: one element at a time, with its attributes in order and everything escaped."""

from __future__ import annotations

from markupsafe import Markup, escape

Attributes = dict[str, str | float | None]


def tag(name: str, *content: str, **attributes: str | float | None) -> Markup:
    """Return an element with these attributes in order; those that are None are left out.

    `class_` becomes class, and `_` becomes the dash in names such as stroke-width. The content is
    escaped unless it is Markup.
    """
    head = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_format_value(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    if not content:
        return Markup(f"<{name}{head}/>")
    return Markup(f"<{name}{head}>{''.join(escape(child) for child in content)}</{name}>")


def format_number(value: float) -> str:
    """Return a number with at most two decimal places."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _format_value(value: str | float) -> str:
    if isinstance(value, str):
        return escape(value)
    return format_number(value)
