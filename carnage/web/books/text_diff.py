"""Mark the words of a text that other games change.

A book's page shows each option once. Repeating a sentence for each trait that changes a word in it
would more than double the page.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from markupsafe import Markup

from carnage.common.text_format import join_words
from carnage.rulebook.markdown import render_markdown

MAX_GAP_WORDS = 2  # unchanged words between two changes that are joined
MIN_SIMILARITY = 0.35  # share of equal words from which a line counts as changed and not as new
# Private-use characters, which Markdown keeps: the start and end of changed words, the start and
# end of their replacement, and the end of its condition.
_CHANGED, _CHANGED_END, _REPLACEMENT, _REPLACEMENT_END, _CONDITION_END = (
    "\ue000\ue001\ue002\ue003\ue004"
)
_TAGS = {
    _CHANGED: "<mark>",
    _CHANGED_END: "</mark>",
    _REPLACEMENT: "<small>[<i>",
    _CONDITION_END: "</i>",
    _REPLACEMENT_END: "]</small>",
}
STOPS = (".", "!", "?", ";", ":")
# A word with the space before it; punctuation marks are tokens of their own, so that the word stays
# equal.
_TOKEN = re.compile(r"\s*(?:\*\*.+?\*\*|[^\s.,;:!?*]+|\S)")
_ITEM = re.compile(r"(- |\d+\. )?(.*)", re.DOTALL)

Words = tuple[str, ...]


class OtherText(NamedTuple):
    """The same text in a game that differs in one trait; `has` is true if that game has the
    trait.
    """

    trait: str
    has: bool
    text: str


class _Edit(NamedTuple):
    """An edit of a line: a range of words and their replacement."""

    start: int
    end: int
    words: Words
    trait: str
    has: bool


def mark_variants(text: str, others: Iterable[OtherText]) -> Markup:
    """Return Markdown as HTML with marks on words that other games change.

    Changed words are in `<mark>`, and their replacements in `<small>` with the condition; tables
    are unchanged. The tags are short, because a page has hundreds of them.
    """
    lines = text.split("\n")
    edits: dict[int, list[_Edit]] = {}
    added: dict[int, dict[str, list[OtherText]]] = {}  # whole lines, before those of the text
    for other in others:
        for at, line in _match_lines(lines, other.text.split("\n")):
            if at >= 0:
                edits.setdefault(at, []).extend(_find_edits(lines[at], line, other))
            else:
                added.setdefault(~at, {}).setdefault(line, []).append(other)
    written: list[str] = []
    for at in range(len(lines) + 1):
        for line, when in added.get(at, {}).items():
            start, rest = _split_marker(line)
            whole = (
                f"{start}{_REPLACEMENT}{_format_condition(when)}:{_CONDITION_END} "
                f"{rest}{_REPLACEMENT_END}"
            )
            written += [whole] if start else ["", whole, ""]
        if at < len(lines):
            written.append(_mark_line(lines[at], edits.get(at, [])))
    html = str(render_markdown(re.sub(r"\n{3,}", "\n\n", "\n".join(written)).strip()))
    for mark, tag in _TAGS.items():
        html = html.replace(mark, tag)
    return Markup(html.replace("strong>", "b>"))


def _split_marker(line: str) -> tuple[str, str]:
    """Return the marker of a list item and the rest of the line."""
    found = _ITEM.match(line)
    assert found
    return found[1] or "", found[2]


def _match_lines(lines: Sequence[str], others: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Return the changed lines: the number of each and its replacement, empty for a deleted line.

    An added line has the complement of the number of the line that follows it.
    """
    matcher = SequenceMatcher(None, lines, others, autojunk=False)
    for kind, i1, i2, j1, j2 in matcher.get_opcodes():
        if kind == "equal":
            continue
        here = [at for at in range(i1, i2) if _is_prose(lines[at])]
        there = [line for line in others[j1:j2] if _is_prose(line)]
        for at in here:
            best = max(there, key=lambda line: _compute_similarity(lines[at], line), default="")
            if best and _compute_similarity(lines[at], best) >= MIN_SIMILARITY:
                for new in there[: there.index(best)]:
                    yield ~at, new
                there = there[there.index(best) + 1 :]
                yield at, best
            else:
                yield at, ""
        for new in there:
            yield ~i2, new


def _is_prose(line: str) -> bool:
    return bool(line) and not line.startswith("|")


def _compute_similarity(line: str, other: str) -> float:
    return SequenceMatcher(None, line.split(), other.split(), autojunk=False).ratio()


def _find_edits(line: str, other: str, owner: OtherText) -> list[_Edit]:
    ours, theirs = (tuple(_TOKEN.findall(_split_marker(each)[1])) for each in (line, other))
    matcher = SequenceMatcher(None, ours, theirs, autojunk=False)
    changes: list[tuple[int, int, int, int]] = []
    for kind, i1, i2, j1, j2 in matcher.get_opcodes():
        if kind == "equal":
            continue
        if changes and i1 - changes[-1][1] <= MAX_GAP_WORDS:
            i1, j1 = changes[-1][0], changes[-1][2]
            changes.pop()
        changes.append((i1, i2, j1, j2))
    edits = []
    for i1, i2, j1, j2 in changes:
        # A diff may contain ". So it is" instead of "So it is.": it is shifted to the whole
        # sentence.
        rest, new = (ours[i1:i2], ours[i2:]) if j1 == j2 else (theirs[j1:j2], theirs[j2:])
        slides = (i1 == i2 or j1 == j2) and rest[0] in STOPS and new[:1] == rest[:1]
        shift = int(slides)
        edits.append(
            _Edit(i1 + shift, i2 + shift, theirs[j1 + shift : j2 + shift], owner.trait, owner.has)
        )
    return edits


def _mark_line(line: str, edits: Sequence[_Edit]) -> str:
    """Return a line with its edits marked."""
    if not edits:
        return line
    start, rest = _split_marker(line)
    words = tuple(_TOKEN.findall(rest))
    deletions = [
        edit for edit in edits if not edit.words and (edit.start, edit.end) == (0, len(words))
    ]
    pieces: list[str] = (
        [f"{_REPLACEMENT}{_format_deletion(deletions)}{_CONDITION_END}{_REPLACEMENT_END} "]
        if deletions
        else []
    )
    at = 0
    for group in _group_edits([edit for edit in edits if edit not in deletions]):
        first, last = min(edit.start for edit in group), max(edit.end for edit in group)
        pieces += words[at:first]
        if first < last:
            pieces.append(_wrap_words(_CHANGED, "".join(words[first:last]), _CHANGED_END))
        instead: dict[Words, list[_Edit]] = {}
        for edit in group:
            whole = (*words[first : edit.start], *edit.words, *words[edit.end : last])
            instead.setdefault(whole, []).append(edit)
        for whole, when in instead.items():
            # A comma or semicolon after the colon of the condition is dropped.
            words_then = "".join(whole).strip().lstrip(",; ")
            replacement = (
                f"{_format_condition(when)}:{_CONDITION_END} {words_then}"
                if words_then
                else f"{_format_deletion(when)}{_CONDITION_END}"
            )
            pieces.append(f" {_REPLACEMENT}{replacement}{_REPLACEMENT_END}")
        at = last
        if at < len(words) and not words[at][0].isspace() and words[at][0] not in ".,;:!?":
            pieces.append(" ")
    return start + "".join([*pieces, *words[at:]]).strip()


def _wrap_words(opening: str, words: str, ending: str) -> str:
    """Return words between two marks, without the space before them."""
    bare = words.lstrip()
    return f"{words[: len(words) - len(bare)]}{opening}{bare}{ending}"


def _group_edits(edits: Sequence[_Edit]) -> list[list[_Edit]]:
    """Return edits of overlapping words in groups, in order."""
    groups: list[list[_Edit]] = []
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end)):
        last = max((each.end for each in groups[-1]), default=-1) if groups else -1
        same = groups and (edit.start < last or (edit.start, edit.end) == groups[-1][0][:2])
        if same:
            groups[-1].append(edit)
        else:
            groups.append([edit])
    return groups


def _format_condition(others: Sequence[OtherText | _Edit]) -> str:
    """Return the condition of a replacement in words."""
    parts = []
    for word, has in (("if", True), ("unless", False)):
        traits = list(dict.fromkeys(other.trait for other in others if other.has is has))
        if traits:
            parts.append(f"{word} {join_words(traits, 'or' if has else 'and')}")
    return ", or ".join(parts)


def _format_deletion(others: Sequence[OtherText | _Edit]) -> str:
    """Return the condition of a deletion in words."""
    with_trait = list(dict.fromkeys(other.trait for other in others if other.has))
    without = list(dict.fromkeys(other.trait for other in others if not other.has))
    parts = [f"not if {join_words(with_trait, 'or')}"] if with_trait else []
    return ", and ".join([*parts, *([f"only if {join_words(without, 'and')}"] if without else [])])
