"""Encode moves as Carnage did for addresses before decisions had codes."""

from __future__ import annotations

import base64
import zlib
from collections.abc import Sequence

from carnage.matches.moves import (
    LETTERS,
    OLD_BLOCK_ANSWERS,
    VALUES,
    Answer,
    MoveCodec,
    version_prefix,
)


def pack_old(packing: MoveCodec, version: str, answers: Sequence[Answer]) -> str:
    """Return the decisions as letters: one for each, and a check letter after every eighth."""
    letters = base64.urlsafe_b64encode(bytes.fromhex(version_prefix(version))).decode()
    for first in range(0, len(answers), OLD_BLOCK_ANSWERS):
        for n, answer in enumerate(answers[first : first + OLD_BLOCK_ANSWERS], first):
            letters += LETTERS[packing._encode_answer(n, answer._replace(code=0)) % VALUES]
        letters += LETTERS[zlib.crc32(packing._game + letters.encode()) % len(LETTERS)]
    return letters
