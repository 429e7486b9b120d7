"""SVG as text: one element at a time, its attributes in order, everything in it escaped."""

from __future__ import annotations

from markupsafe import Markup, escape

Attributes = dict[str, str | float | None]


def tag(name: str, *inside: str, **attributes: str | float | None) -> Markup:
    """The element `name` with these attributes, in their order; what is None is left out.

    `class_` stands for class, and `_` for the dash in names such as stroke-width. What stands inside is
    escaped unless it is Markup.
    """
    head = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_value(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    if not inside:
        return Markup(f"<{name}{head}/>")
    return Markup(f"<{name}{head}>{''.join(escape(each) for each in inside)}</{name}>")


def number(value: float) -> str:
    """To the hundredth, which nobody sees, and no longer than it has to be."""
    written = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if written == "-0" else written


def _value(value: str | float) -> str:
    return escape(value) if isinstance(value, str) else number(value)
