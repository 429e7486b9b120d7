"""Sets pages with typst: a template of ours, words as data, our own faces; no network, none of the system's.

The same data gives the same bytes. A page that typst would warn about is a fault of ours and is not printed.
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
FACES = _FOLDER / "faces"
STANDARD: Literal["ua-1"] = "ua-1"  # tagged, with a title, a language, and words for every picture

MOST_SAID = 800  # characters of what typst finds wrong

BOX = "□"
SIGNS = "signs"
MOST_TEXTS = 1_000
NOT_DISPLAYED = re.compile(r'the text `"(.*)"` could not be displayed')  # in errors of typst
ESCAPED = re.compile(r"\\u\{([0-9a-f]+)\}")  # characters that typst does not write as they are
FORGOTTEN = 10  # documents

_lock = threading.Lock()


class PrintError(RuntimeError):
    """A page could not be set, or not as it should be; the message says what is wrong with which."""


class Pages:
    """One document, set: as PDF, and what it says about itself. Where `data` has SIGNS, these put what they
    stand for into all the rest."""

    def __init__(self, template: str, data: Mapping[str, Any], folder: Path = TEMPLATES) -> None:
        self._template = folder / template
        signs = data.get(SIGNS)
        encoded = msgspec.json.encode({key: value for key, value in data.items() if key != SIGNS}).decode()
        self._inputs = {"data": signs.replace_signs(encoded) if signs else encoded}
        self._compiler = typst.Compiler(
            self._template, root=folder, font_paths=faces(), ignore_system_fonts=True, sys_inputs=self._inputs
        )

    def pdf(self, standards: tuple[Literal["ua-1"], ...] = (STANDARD,)) -> bytes:
        """The document, by these standards; raises PrintError."""
        with _lock:
            try:
                made, warnings = self._compiler.compile_with_warnings(
                    format="pdf", pdf_standards=list(standards), timestamp=0
                )
            except typst.TypstError as error:
                raise PrintError(f"{self._template.name}: {error.diagnostic[:MOST_SAID]}") from error
            finally:
                _forget()
        if warnings:
            raise PrintError(f"{self._template.name}: {'; '.join(each.message for each in warnings)}")
        assert isinstance(made, bytes)
        return made

    def png(self) -> bytes:
        """The only page as PNG, a pixel for each point; raises PrintError."""
        with _lock:
            try:
                made = self._compiler.compile(format="png", ppi=72.0)
            except typst.TypstError as error:
                raise PrintError(f"{self._template.name}: {error.diagnostic[:MOST_SAID]}") from error
            finally:
                _forget()
        assert isinstance(made, bytes)
        return made

    def count(self) -> int:
        """How many pages it has, for a template that says so; raises PrintError."""
        (count,) = self.told("pages")
        return int(count)

    def told(self, label: str) -> list[Any]:
        """The values that the template left under a label; raises PrintError."""
        with _lock:
            try:
                found = self._compiler.query(f"<{label}>", field="value", format="json")
            except typst.TypstError as error:
                raise PrintError(f"{self._template.name}: {error.message}") from error
        values: list[Any] = msgspec.json.decode(found)
        return values


def readable(text: str) -> str:
    """A visitor's text, a box standing for each character that no face here can show."""
    missing = set(find_missing_characters(text))
    return "".join(BOX if character in missing else character for character in text)


def find_missing_characters(text: str) -> tuple[str, ...]:
    """Return the characters of a text that no font of the printed pages has, once each, in their order.

    A box is printed in place of each. The first look at a text that is not ASCII takes a few milliseconds.
    """
    rare = "".join([each for each in dict.fromkeys(text) if not each.isascii()])
    return _find_missing(rare) if rare else ()


@lru_cache(MOST_TEXTS)
def _find_missing(characters: str) -> tuple[str, ...]:
    """Return those of different characters that no font has: typst names them all after one look."""
    errors = _find_errors(" ".join(characters))
    if not errors:
        return ()
    named = "".join(NOT_DISPLAYED.findall(errors))
    escaped = {chr(int(code, 16)) for code in ESCAPED.findall(named)}
    missing = tuple(each for each in characters if each in named or each in escaped)
    return missing or tuple(each for each in characters if _find_errors(each))


def _find_errors(text: str) -> str:
    """Return what typst says of a text by our standard, which is not met where a font lacks a character."""
    try:
        with _lock:
            _blank().compile(
                b'#set document(title: "-")\n#set text(font: ("Vollkorn",))\n#sys.inputs.shown',
                format="pdf",
                pdf_standards=[STANDARD],
                sys_inputs={"shown": text},
            )
    except typst.TypstError as error:
        return error.diagnostic
    return ""


def _forget() -> None:
    """Have typst let go of what it keeps from one document to the next, which is a tenth of a gigabyte each:
    it forgets what so many documents had no use for."""
    for _ in range(FORGOTTEN):
        _blank().compile(b"", format="pdf", sys_inputs={})


@cache
def faces() -> typst.Fonts:
    """Our own faces and those that typst brings along."""
    return typst.Fonts(include_system_fonts=False, font_paths=[FACES])


@cache
def _blank() -> typst.Compiler:
    return typst.Compiler(font_paths=faces(), ignore_system_fonts=True)
