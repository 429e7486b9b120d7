"""Test that HTML is in templates: no module outside the drawing builds any."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import carnage

ROOT = Path(carnage.__file__).parent
TAG = re.compile(r"<[A-Za-z/]")
# Groups of regular expressions and converters of routes look like tags.
NO_TAG = re.compile(r"\(\?P<\w+>|^/(?:[\w./-]|<(?:\w+:)?\w+>)*$|<path:path>")

MAY_HAVE_TAGS = {
    "catalog/loading.py": "a message with <book> in a file's name",
    "sweeps/atlas_export.py": "the name of a number's type",
    "rulebook/markdown.py": "Markdown becomes HTML",
    "web/books/text_diff.py": "Markdown becomes HTML, with changed words marked",
    "rulebook/links.py": "links inside rules text",
    "rulebook/name_patterns.py": "a pattern that recognises the name of a rule in HTML",
}
MAY_CALL_MARKUP = {
    "rulebook/markdown.py": "Markdown becomes HTML",
    "web/books/text_diff.py": "Markdown becomes HTML, with changed words marked",
    "rulebook/links.py": "links inside rules text",
    "rulebook/model.py": "the empty value of HTML",
}
MAY_READ_ELEMENT_TREES = {"printing/blocks.py": "reads the tree that Markdown makes of a text"}


def list_modules() -> list[Path]:
    modules = [path.relative_to(ROOT) for path in sorted(ROOT.rglob("*.py"))]
    return [path for path in modules if path.parts[0] != "drawing"]


def list_strings(tree: ast.Module) -> Iterator[str]:
    """Return the strings of a module, but for docstrings."""
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    docstrings = {
        id(statement.value)
        for node in ast.walk(tree)
        if isinstance(node, documented)
        for statement in node.body
        if isinstance(statement, ast.Expr)
    }
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in docstrings
        ):
            yield node.value


def has_tags(source: str) -> bool:
    return any(TAG.search(NO_TAG.sub("", text)) for text in list_strings(ast.parse(source)))


def calls_markup(source: str) -> bool:
    return bool(re.search(r"(?<![\w.])Markup\(", source))


def reads_element_trees(source: str) -> bool:
    return "ElementTree" in source


@pytest.mark.parametrize(
    ("builds_html", "allowed"),
    [
        (has_tags, MAY_HAVE_TAGS),
        (calls_markup, MAY_CALL_MARKUP),
        (reads_element_trees, MAY_READ_ELEMENT_TREES),
    ],
)
def test_modules_outside_drawing_build_no_html(
    builds_html: Callable[[str], bool], allowed: dict[str, str]
) -> None:
    """Allow the listed modules, each for a reason."""
    building = {
        path.as_posix() for path in list_modules() if builds_html((ROOT / path).read_text("utf-8"))
    }

    assert building == set(allowed)
