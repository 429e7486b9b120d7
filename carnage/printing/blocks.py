"""Parse the Markdown of rulebooks into blocks for the typesetter: paragraphs, lists, tables,
quotes.

The Markdown and HTML of a rulebook are made from the same texts, so the printed page has the same
words. All strings in a block are plain text and are never parsed as markup again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any
from xml.etree.ElementTree import Element

import markdown
from markdown.treeprocessors import Treeprocessor
from markdown.util import AMP_SUBSTITUTE

from carnage.rulebook.typography import curl_quotes

MAX_CACHED_TEXTS = 5_000
CHECKBOX = "☐"  # a checkbox
Block = dict[str, Any]
"""A block as a JSON object with a `kind`. Its texts are lists of runs. A run is a string,
`{"style": "strong" | "emph" | "label", "runs": […]}` or `{"link": address, "runs": […]}`.

p       runs
list    items: a list of blocks for each; ordered: true if they are numbered
table   head: a list of runs for each cell; rows: lists of the same; title: runs, or empty
quote   blocks
code    text: preformatted lines, such as a map in characters
"""
Run = Any

_STYLES = {"strong": "strong", "b": "strong", "em": "emph", "i": "emph"}
_LIST_ITEM = re.compile(r"- |\d+\. ")
_URL = re.compile(r"https?://[^\s<>()]*[^\s<>().,;:]")
_CONTAINER_KEYS = frozenset({"runs", "items", "head", "rows", "title", "blocks"})
_HEADING_TAG = re.compile(r"h[1-6]")


@lru_cache(MAX_CACHED_TEXTS)
def parse_blocks(text: str) -> tuple[Block, ...]:
    """Return Markdown as blocks. Raise ValueError if it has raw HTML or an unsupported element."""
    return tuple(block for piece in _split_lists(text) for block in _parse_piece(piece))


def _split_lists(text: str) -> Iterator[str]:
    """Yield the text, split between a numbered and an unnumbered list that follow each other.

    The Markdown parser would read both as one list.
    """
    piece: list[str] = []
    numbered: bool | None = None
    for line in text.split("\n"):
        item = _LIST_ITEM.match(line)
        if item and numbered not in (None, item[0] != "- "):
            yield "\n".join(piece)
            piece = []
        if item:
            numbered = item[0] != "- "
        elif line and not line.startswith(" "):
            numbered = None
        piece.append(line)
    yield "\n".join(piece)


def _parse_piece(text: str) -> tuple[Block, ...]:
    """Return the blocks of a piece of Markdown, with the titles of tables."""
    trees: list[Element] = []
    reader = markdown.Markdown(extensions=["tables"])
    reader.treeprocessors.register(_TreeCollector(trees), "catcher", -10)
    reader.convert(curl_quotes(text))
    if reader.htmlStash.rawHtmlBlocks:
        raise ValueError(
            f"raw HTML or an entity in a text to be printed: {reader.htmlStash.rawHtmlBlocks}"
        )
    if trees:
        return tuple(_attach_table_titles(list(_parse_children(trees[0]))))
    return ()


class _TreeCollector(Treeprocessor):
    """A Markdown extension that keeps the element tree of a text before it is serialised as
    HTML.
    """

    def __init__(self, trees: list[Element]) -> None:
        super().__init__()
        self._trees = trees

    def run(self, root: Element) -> None:
        self._trees.append(root)


def _parse_children(parent: Element) -> Iterator[Block]:
    """Yield the blocks in an element.

    Text directly in it, as in a list item, becomes a paragraph.
    """
    loose = _collapse_whitespace(parent.text)
    inline: list[Run] = [loose] if loose.strip() else []
    for child in parent:
        if child.tag in _STYLES or child.tag == "a":
            inline += [*_parse_inline(child), *_parse_tail(child)]
            continue
        if inline:
            yield {"kind": "p", "runs": _merge_strings(inline)}
        yield from _parse_element(child)
        inline = _parse_tail(child) if _collapse_whitespace(child.tail).strip() else []
    if inline:
        yield {"kind": "p", "runs": _merge_strings(inline)}


def _parse_element(element: Element) -> Iterator[Block]:
    """Yield the blocks of an element. Raise ValueError if its tag is not supported."""
    tag = element.tag
    if tag == "p":
        yield {"kind": "p", "runs": parse_runs(element)}
    elif tag in ("ul", "ol"):
        yield {
            "kind": "list",
            "ordered": tag == "ol",
            "items": [list(_parse_children(item)) for item in element],
        }
    elif tag == "blockquote":
        yield from _split_quotes(list(_parse_children(element)))
    elif tag == "pre":
        yield {
            "kind": "code",
            "text": "".join(element.itertext()).replace(AMP_SUBSTITUTE, "&").rstrip(),
        }
    elif tag == "table":
        head, body = element
        yield {
            "kind": "table",
            "title": [],
            "head": [parse_runs(cell) for cell in head[0]],
            "rows": [[parse_runs(cell) for cell in row] for row in body],
        }
    elif _HEADING_TAG.fullmatch(tag):
        yield {"kind": "p", "runs": [{"style": "strong", "runs": parse_runs(element)}]}
    else:
        raise ValueError(f"no rulebook prints <{tag}>")


def _split_quotes(quoted: list[Block]) -> Iterator[Block]:
    """Yield the quotes in a block quote, split at each paragraph that begins with bold or italic
    text.

    Markdown merges quotes that follow each other into one.
    """
    quote: list[Block] = []
    for block in quoted:
        if quote and block["kind"] == "p" and isinstance(block["runs"][0], dict):
            yield {"kind": "quote", "blocks": quote}
            quote = []
        quote.append(block)
    if quote:
        yield {"kind": "quote", "blocks": quote}


def _attach_table_titles(flow: list[Block]) -> Iterator[Block]:
    """Yield the blocks, and use a paragraph in bold directly above a table as the title of that
    table.
    """
    for at, block in enumerate(flow):
        after = flow[at + 1] if at + 1 < len(flow) else None
        if after and after["kind"] == "table" and _is_bold(block):
            after["title"] = block["runs"][0]["runs"]
        else:
            yield block


def _is_bold(block: Block) -> bool:
    """Return True if a block is a paragraph that is bold throughout."""
    if block["kind"] != "p" or len(block["runs"]) != 1:
        return False
    (run,) = block["runs"]
    return isinstance(run, dict) and run.get("style") == "strong"


def parse_runs(element: Element) -> list[Run]:
    """Return the content of an element as runs."""
    first = _collapse_whitespace(element.text)
    inner = [each for child in element for each in [*_parse_inline(child), *_parse_tail(child)]]
    return _merge_strings([first, *inner] if first else inner)


def _parse_inline(element: Element) -> list[Run]:
    """Return an inline element as runs. Raise ValueError if its tag is not supported."""
    if element.tag in _STYLES:
        inner = parse_runs(element)
        # An option's label. A custom name cannot look like one, because it is a placeholder here.
        is_label = (
            _STYLES[element.tag] == "strong"
            and isinstance(inner[0], str)
            and inner[0].startswith("[")
        )
        return [{"style": "label" if is_label else _STYLES[element.tag], "runs": inner}]
    if element.tag == "a":
        return [{"link": element.get("href", ""), "runs": parse_runs(element)}]
    if element.tag == "br":
        return [" "]
    raise ValueError(f"no rulebook prints <{element.tag}> in a line")


def _parse_tail(element: Element) -> list[Run]:
    """Return the text after an element as runs."""
    tail = _collapse_whitespace(element.tail)
    return [tail] if tail else []


def _merge_strings(pieces: list[Run]) -> list[Run]:
    """Return the runs with adjacent strings merged, and without white space at either end."""
    out: list[Run] = []
    for piece in pieces:
        if out and isinstance(piece, str) and isinstance(out[-1], str):
            out[-1] += piece
        else:
            out.append(piece)
    if out and isinstance(out[0], str):
        out[0] = out[0].lstrip()
    if out and isinstance(out[-1], str):
        out[-1] = out[-1].rstrip()
    return [piece for piece in out if piece != ""]


def _collapse_whitespace(text: str | None) -> str:
    """Return a text with each stretch of white space as one space."""
    return re.sub(r"\s+", " ", (text or "").replace(AMP_SUBSTITUTE, "&"))


def link_addresses(content: Any) -> Any:
    """Return blocks or runs in which each URL is a link.

    The texts must be trusted, not user input.
    """
    if isinstance(content, str):
        return _link_text(content)
    if isinstance(content, list | tuple):
        return [
            piece
            for each in content
            for piece in _wrap_piece(link_addresses(each), isinstance(each, str))
        ]
    if isinstance(content, dict) and "link" not in content:
        return {
            key: link_addresses(value) if key in _CONTAINER_KEYS else value
            for key, value in content.items()
        }
    return content


def _wrap_piece(piece: Any, is_text: bool) -> list[Any]:
    return piece if is_text else [piece]


def _link_text(text: str) -> list[Run]:
    """Return a text as runs in which each URL is a link."""
    pieces: list[Run] = []
    end = 0
    for match in _URL.finditer(text):
        pieces.append(text[end : match.start()])
        pieces.append({"link": match[0], "runs": [match[0]]})
        end = match.end()
    pieces.append(text[end:])
    return [piece for piece in pieces if piece != ""]


def extract_text(part: Any) -> str:
    """Return the text of blocks or runs, with a space between cells and items."""
    if isinstance(part, str):
        return part
    if isinstance(part, dict):
        if "kind" not in part:
            return "".join(map(extract_text, part["runs"]))
        inner = {"p": "runs", "list": "items", "quote": "blocks"}.get(part["kind"])
        if inner == "runs":
            return "".join(map(extract_text, part["runs"]))
        if inner:
            return " ".join(map(extract_text, part[inner]))
        if part["kind"] == "code":
            return str(part["text"])
        cells = [part["title"], *part["head"], *[cell for row in part["rows"] for cell in row]]
        return " ".join(filter(None, ["".join(map(extract_text, cell)) for cell in cells]))
    return " ".join(map(extract_text, part))
