"""HTML is in templates: no Python outside the drawing builds any. Read from the sources."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import carnage

ROOT = Path(carnage.__file__).parent
TAG = re.compile(r"<[A-Za-z/]")
# Groups of regular expressions and converters of routes look like tags.
NO_TAG = re.compile(r"\(\?P<\w+>|^/(?:[\w./-]|<(?:\w+:)?\w+>)*$|<path:path>")

MAY_HAVE_TAGS = {
    "catalog/loading.py": "a message with <book> in a file's name",
    "sweeps/shipping.py": "the name of a number's type",
    "rulebook/markdown.py": "Markdown becomes HTML",
    "web/books/marked.py": "Markdown becomes HTML, with changed words marked",
    "rulebook/links.py": "links inside rules text",
    "rulebook/custom_names.py": "a pattern that recognises the name of a rule in HTML",
}
MAY_CALL_MARKUP = {
    "rulebook/markdown.py": "Markdown becomes HTML",
    "web/books/marked.py": "Markdown becomes HTML, with changed words marked",
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
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.value


@pytest.mark.parametrize("path", list_modules(), ids=str)
def test_module_outside_the_drawing_has_no_tags(path: Path) -> None:
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    tagged = [text for text in list_strings(tree) if TAG.search(NO_TAG.sub("", text))]

    assert bool(tagged) == (path.as_posix() in MAY_HAVE_TAGS), tagged


@pytest.mark.parametrize("path", list_modules(), ids=str)
def test_module_calls_markup_only_with_a_reason(path: Path) -> None:
    calls = re.findall(r"(?<![\w.])Markup\(", (ROOT / path).read_text(encoding="utf-8"))

    assert bool(calls) == (path.as_posix() in MAY_CALL_MARKUP)


@pytest.mark.parametrize("path", list_modules(), ids=str)
def test_module_builds_no_html_by_element_tree(path: Path) -> None:
    reads = "ElementTree" in (ROOT / path).read_text(encoding="utf-8")

    assert reads == (path.as_posix() in MAY_READ_ELEMENT_TREES)
