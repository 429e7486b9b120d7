"""Our own Markdown as blocks that a typesetter can walk: paragraphs, lists, tables, examples, asides.

The same texts that make the Markdown and the HTML of a rulebook come here, so the printed page says what they
say. In a block everything is text: nothing that stands in one is ever read as markup again.
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

MOST_TEXTS = 5_000
BOX = "☐"  # to be ticked
Block = dict[str, Any]
"""A block by its `kind`, as JSON has it. Texts in it are lists of runs: a run is a string, or else
`{"style": "strong" | "emph" | "label", "runs": […]}` or `{"link": address, "runs": […]}`.

p       runs
list    items: a list of blocks each; ordered: whether they are numbered
table   head: a list of runs each; rows: lists of the same; title: runs, empty where it has none
quote   blocks
code    text: lines as they stand, such as a map in characters
"""
Run = Any

_STYLES = {"strong": "strong", "b": "strong", "em": "emph", "i": "emph"}
_ITEM = re.compile(r"- |\d+\. ")
_ADDRESS = re.compile(r"https?://[^\s<>()]*[^\s<>().,;:]")
_INNER = frozenset({"runs", "items", "head", "rows", "title", "blocks"})
_HEADS = re.compile(r"h[1-6]")


@lru_cache(MOST_TEXTS)
def blocks(text: str) -> tuple[Block, ...]:
    """Our own Markdown, tidy, as blocks. Raises ValueError for what no rulebook has, such as raw HTML."""
    return tuple(block for piece in _pieces(text) for block in _read(piece))


def _pieces(text: str) -> Iterator[str]:
    """The text, cut between two lists of which one is numbered and one is not: our reader of Markdown would
    take both for one."""
    piece: list[str] = []
    numbered: bool | None = None
    for line in text.split("\n"):
        item = _ITEM.match(line)
        if item and numbered not in (None, item[0] != "- "):
            yield "\n".join(piece)
            piece = []
        if item:
            numbered = item[0] != "- "
        elif line and not line.startswith(" "):
            numbered = None
        piece.append(line)
    yield "\n".join(piece)


def _read(text: str) -> tuple[Block, ...]:
    caught: list[Element] = []
    reader = markdown.Markdown(extensions=["tables"])
    reader.treeprocessors.register(_Catcher(caught), "catcher", -10)
    reader.convert(curl_quotes(text))
    if reader.htmlStash.rawHtmlBlocks:
        raise ValueError(f"raw HTML or an entity in a text to be printed: {reader.htmlStash.rawHtmlBlocks}")
    return tuple(_titled(list(_children(caught[0])))) if caught else ()


class _Catcher(Treeprocessor):
    """Keeps the tree that Markdown makes of a text, before it becomes HTML."""

    def __init__(self, caught: list[Element]) -> None:
        super().__init__()
        self._caught = caught

    def run(self, root: Element) -> None:
        self._caught.append(root)


def _children(parent: Element) -> Iterator[Block]:
    """The blocks in an element. Text beside them, as in an item of a list, is a paragraph of its own."""
    loose = _text(parent.text)
    inline: list[Run] = [loose] if loose.strip() else []
    for child in parent:
        if child.tag in _STYLES or child.tag == "a":
            inline += [*_runs_of(child), *_tail(child)]
            continue
        if inline:
            yield {"kind": "p", "runs": _joined(inline)}
        yield from _block(child)
        inline = _tail(child) if _text(child.tail).strip() else []
    if inline:
        yield {"kind": "p", "runs": _joined(inline)}


def _block(element: Element) -> Iterator[Block]:
    tag = element.tag
    if tag == "p":
        yield {"kind": "p", "runs": runs(element)}
    elif tag in ("ul", "ol"):
        yield {"kind": "list", "ordered": tag == "ol", "items": [list(_children(item)) for item in element]}
    elif tag == "blockquote":
        yield from _quotes(list(_children(element)))
    elif tag == "pre":
        yield {"kind": "code", "text": "".join(element.itertext()).replace(AMP_SUBSTITUTE, "&").rstrip()}
    elif tag == "table":
        head, body = element
        yield {
            "kind": "table",
            "title": [],
            "head": [runs(cell) for cell in head[0]],
            "rows": [[runs(cell) for cell in row] for row in body],
        }
    elif tag == "pre":
        return  # a map in characters, which is drawn as well
    elif _HEADS.fullmatch(tag):
        yield {"kind": "p", "runs": [{"style": "strong", "runs": runs(element)}]}
    else:
        raise ValueError(f"no rulebook prints <{tag}>")


def _quotes(quoted: list[Block]) -> Iterator[Block]:
    """Quotes that follow each other, which Markdown takes for one: each begins with something stressed."""
    each: list[Block] = []
    for block in quoted:
        if each and block["kind"] == "p" and isinstance(block["runs"][0], dict):
            yield {"kind": "quote", "blocks": each}
            each = []
        each.append(block)
    if each:
        yield {"kind": "quote", "blocks": each}


def _titled(flow: list[Block]) -> Iterator[Block]:
    """The blocks, a paragraph in bold right above a table being that table's title."""
    for at, block in enumerate(flow):
        after = flow[at + 1] if at + 1 < len(flow) else None
        if after and after["kind"] == "table" and _is_bold(block):
            after["title"] = block["runs"][0]["runs"]
        else:
            yield block


def _is_bold(block: Block) -> bool:
    if block["kind"] != "p" or len(block["runs"]) != 1:
        return False
    (run,) = block["runs"]
    return isinstance(run, dict) and run.get("style") == "strong"


def runs(element: Element) -> list[Run]:
    """What stands in an element, as runs."""
    first = _text(element.text)
    inner = [each for child in element for each in [*_runs_of(child), *_tail(child)]]
    return _joined([first, *inner] if first else inner)


def _runs_of(element: Element) -> list[Run]:
    if element.tag in _STYLES:
        inner = runs(element)
        # An option's label. A person's own name cannot look like one: it is a sign here.
        is_label = _STYLES[element.tag] == "strong" and isinstance(inner[0], str) and inner[0].startswith("[")
        return [{"style": "label" if is_label else _STYLES[element.tag], "runs": inner}]
    if element.tag == "a":
        return [{"link": element.get("href", ""), "runs": runs(element)}]
    if element.tag == "br":
        return [" "]
    raise ValueError(f"no rulebook prints <{element.tag}> in a line")


def _tail(element: Element) -> list[Run]:
    tail = _text(element.tail)
    return [tail] if tail else []


def _joined(pieces: list[Run]) -> list[Run]:
    """The runs without space around them."""
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


def _text(text: str | None) -> str:
    return re.sub(r"\s+", " ", (text or "").replace(AMP_SUBSTITUTE, "&"))


def link_addresses(found: Any) -> Any:
    """Return blocks or runs in which each web address is a link. Only texts of ours may be passed here."""
    if isinstance(found, str):
        return _linked_runs(found)
    if isinstance(found, list | tuple):
        return [piece for each in found for piece in _as_pieces(link_addresses(each), isinstance(each, str))]
    if isinstance(found, dict) and "link" not in found:
        return {key: link_addresses(value) if key in _INNER else value for key, value in found.items()}
    return found


def _as_pieces(made: Any, is_text: bool) -> list[Any]:
    return made if is_text else [made]


def _linked_runs(text: str) -> list[Run]:
    pieces: list[Run] = []
    end = 0
    for match in _ADDRESS.finditer(text):
        pieces.append(text[end : match.start()])
        pieces.append({"link": match[0], "runs": [match[0]]})
        end = match.end()
    pieces.append(text[end:])
    return [piece for piece in pieces if piece != ""]


def plain(part: Any) -> str:
    """All that blocks or runs say, as one text, in order, a space between cells and items."""
    if isinstance(part, str):
        return part
    if isinstance(part, dict):
        if "kind" not in part:
            return "".join(map(plain, part["runs"]))
        inner = {"p": "runs", "list": "items", "quote": "blocks"}.get(part["kind"])
        if inner == "runs":
            return "".join(map(plain, part["runs"]))
        if inner:
            return " ".join(map(plain, part[inner]))
        if part["kind"] == "code":
            return str(part["text"])
        cells = [part["title"], *part["head"], *[cell for row in part["rows"] for cell in row]]
        return " ".join(filter(None, ["".join(map(plain, cell)) for cell in cells]))
    return " ".join(map(plain, part))
