"""Typeset pages with typst, from a template and data.

Only the fonts of the package and of typst are used, and no network. The same data gives the same
bytes. A warning of typst counts as an error of the program: the document is rejected.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Literal

import msgspec
import typst

_FOLDER = Path(__file__).resolve().parent
TEMPLATES = _FOLDER.parent / "templates" / "printing"
FONT_FOLDER = _FOLDER / "faces"
PDF_STANDARD: Literal["ua-1"] = "ua-1"  # PDF/UA: tags, a title, a language and alternative texts

MAX_ERROR_CHARACTERS = 800  # characters of an error message of typst

MISSING_CHARACTER_BOX = "□"
PLACEHOLDERS = "signs"
MAX_CACHED_TEXTS = 1_000
NOT_DISPLAYED = re.compile(r'the text `"(.*)"` could not be displayed')  # in errors of typst
# Characters that typst does not write as they are.
ESCAPED_CHARACTER = re.compile(r"\\u\{([0-9a-f]+)\}")
EVICTION_DOCUMENTS = 10  # empty documents after which typst has evicted its cache

_lock = threading.Lock()


class PrintError(RuntimeError):
    """A page cannot be typeset; the message names the template and the fault."""


class TypesetDocument:
    """A typeset document.

    Args:
        template: The file name of the template.
        data: The data of the template. If it has PLACEHOLDERS, the placeholders in the data are
            replaced.
        folder: The folder of the template.
    """

    def __init__(self, template: str, data: Mapping[str, Any], folder: Path = TEMPLATES) -> None:
        self._template = folder / template
        placeholders = data.get(PLACEHOLDERS)
        encoded = msgspec.json.encode(
            {key: value for key, value in data.items() if key != PLACEHOLDERS}
        ).decode()
        self._inputs = {"data": placeholders.restore_names(encoded) if placeholders else encoded}
        self._compiler = typst.Compiler(
            self._template,
            root=folder,
            font_paths=load_fonts(),
            ignore_system_fonts=True,
            sys_inputs=self._inputs,
        )

    def render_pdf(self, standards: tuple[Literal["ua-1"], ...] = (PDF_STANDARD,)) -> bytes:
        """Return the document as PDF by these standards.

        Raise PrintError if it fails or typst warns.
        """
        with _lock:
            try:
                made, warnings = self._compiler.compile_with_warnings(
                    format="pdf", pdf_standards=list(standards), timestamp=0
                )
            except typst.TypstError as error:
                raise PrintError(
                    f"{self._template.name}: {error.diagnostic[:MAX_ERROR_CHARACTERS]}"
                ) from error
            finally:
                _evict_cache()
        if warnings:
            raise PrintError(
                f"{self._template.name}: {'; '.join(each.message for each in warnings)}"
            )
        assert isinstance(made, bytes)
        return made

    def render_png(self) -> bytes:
        """Return a document of one page as PNG, one pixel for each point.

        Raise PrintError if it fails.
        """
        with _lock:
            try:
                made = self._compiler.compile(format="png", ppi=72.0)
            except typst.TypstError as error:
                raise PrintError(
                    f"{self._template.name}: {error.diagnostic[:MAX_ERROR_CHARACTERS]}"
                ) from error
            finally:
                _evict_cache()
        assert isinstance(made, bytes)
        return made

    def count_pages(self) -> int:
        """Return the number of pages, if the template has it as metadata.

        Raise PrintError if typst fails.
        """
        (count,) = self.query_metadata("pages")
        return int(count)

    def query_metadata(self, label: str) -> list[Any]:
        """Return the metadata that the template stores under a label.

        Raise PrintError if typst fails.
        """
        with _lock:
            try:
                found = self._compiler.query(f"<{label}>", field="value", format="json")
            except typst.TypstError as error:
                raise PrintError(f"{self._template.name}: {error.message}") from error
        values: list[Any] = msgspec.json.decode(found)
        return values


def replace_missing_characters(text: str) -> str:
    """Return a text with a box for each character that no font has."""
    missing = set(find_missing_characters(text))
    return "".join(
        MISSING_CHARACTER_BOX if character in missing else character for character in text
    )


def find_missing_characters(text: str) -> tuple[str, ...]:
    """Return the different characters of a text that no font of the printed pages has, in their
    order.

    A box is printed in place of each. The first call with a text that is not ASCII takes a few
    milliseconds.
    """
    rare = "".join([each for each in dict.fromkeys(text) if not each.isascii()])
    return _find_missing(rare) if rare else ()


@lru_cache(MAX_CACHED_TEXTS)
def _find_missing(characters: str) -> tuple[str, ...]:
    """Return those of different characters that no font has.

    One run of typst reports all of them.
    """
    errors = _find_errors(" ".join(characters))
    if not errors:
        return ()
    named = "".join(NOT_DISPLAYED.findall(errors))
    escaped = {chr(int(code, 16)) for code in ESCAPED_CHARACTER.findall(named)}
    missing = tuple(each for each in characters if each in named or each in escaped)
    return missing or tuple(each for each in characters if _find_errors(each))


def _find_errors(text: str) -> str:
    """Return the error of typst for a text. PDF/UA is not met if a font lacks a character."""
    try:
        with _lock:
            _get_text_compiler().compile(
                b'#set document(title: "-")\n#set text(font: ("Vollkorn",))\n#sys.inputs.shown',
                format="pdf",
                pdf_standards=[PDF_STANDARD],
                sys_inputs={"shown": text},
            )
    except typst.TypstError as error:
        return error.diagnostic
    return ""


def _evict_cache() -> None:
    """Make typst evict its cache, which takes a tenth of a gigabyte for each document.

    Typst evicts entries that were not used by the last EVICTION_DOCUMENTS documents, so that many
    empty ones are compiled.
    """
    for _ in range(EVICTION_DOCUMENTS):
        _get_text_compiler().compile(b"", format="pdf", sys_inputs={})


@cache
def load_fonts() -> typst.Fonts:
    """Return the fonts of the package and of typst."""
    return typst.Fonts(include_system_fonts=False, font_paths=[FONT_FOLDER])


@cache
def _get_text_compiler() -> typst.Compiler:
    """Return a compiler for texts without a template."""
    return typst.Compiler(font_paths=load_fonts(), ignore_system_fonts=True)
