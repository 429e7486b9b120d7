"""Moves: what persons and planners have answered in a game, packed into letters for an address.

An address is a point and base64 of these bytes: three of the version of the rules, one for each answer, and,
after every eleventh and at the end, one that checks all before it. So an address that was cut off or mistyped
is known as such, and the game is sound up to the last byte that agrees. Eleven answers take sixteen letters.

The byte of an answer holds the number of the option and one of seven values of its code
(`engine.option_codes`), which tells that other rules offer something else under that number. A sealed answer
cannot be read: a planner's is left out, since it plans again and comes to the same, and a person's is masked
with the secret of this site.

Addresses of earlier versions of Carnage have no point and no codes: four letters of the version, a letter for
each answer, and one that checks all before it after every eighth and at the end.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import zlib
from collections.abc import Sequence
from typing import NamedTuple

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"  # of base64 in addresses
MARK = "."  # begins an address with codes
MAX_LETTERS = 20_000  # the longest game has half of it

OPTIONS = 16  # of a question at most
LEFT_OUT = OPTIONS  # the value of an answer that is planned again
MASKED = OPTIONS + 1  # the first value of answers under a mask
VALUES = MASKED + OPTIONS
CODES = 7  # values of a code: as many as fit into a byte beside VALUES
PLANNED_AGAIN = -1  # in place of an option
NO_CODE = -1

VERSION_BYTES = 3
BLOCK = 11  # answers to a byte that checks them: with it they fill whole letters

OLD_VERSION = 4  # letters
OLD_BLOCK = 8  # answers to a letter that checks them
OLD_LETTER_BITS = 6


class Answer(NamedTuple):
    """The number of an option from 0, or PLANNED_AGAIN; whether it is still sealed; its code if known."""

    option: int
    sealed: bool = False
    code: int = NO_CODE


class Unpacked(NamedTuple):
    """What was packed, as far as it is sound: `whole` is false where something after it is not."""

    version: str
    answers: tuple[Answer, ...]
    whole: bool


class Packing:
    """Packs the answers of one game.

    Args:
        game: What names the game.
        secret: What masks its sealed answers.
    """

    def __init__(self, game: str, secret: bytes) -> None:
        self._game, self._secret = game.encode(), secret

    def pack(self, version: str, answers: Sequence[Answer]) -> str:
        """Return the answers as letters, empty if there are none. All but planned ones have a code.

        Args:
            version: The version of the rules, in hexadecimal digits.
            answers: The answers from the first on.
        """
        if not answers:
            return ""
        packed = bytes.fromhex(short(version))
        for first in range(0, len(answers), BLOCK):
            block = answers[first : first + BLOCK]
            packed += bytes(self._value(first + n, answer) for n, answer in enumerate(block))
            packed += self._check(packed)
        return MARK + base64.urlsafe_b64encode(packed).decode().rstrip("=")

    def unpack(self, packed: str) -> Unpacked:
        """Return the answers in these letters, up to the first that cannot be right."""
        if not packed:
            return Unpacked("", (), True)
        letters = packed.removeprefix(MARK)
        if len(packed) > MAX_LETTERS or set(letters) - set(LETTERS):
            return Unpacked("", (), False)
        if letters == packed:
            return self._unpack_old(letters)
        if len(letters) % 4 == 1:  # the last was cut in two
            letters = letters[:-1]
        return self._unpack_bytes(base64.urlsafe_b64decode(letters + "=" * (-len(letters) % 4)))

    def _unpack_bytes(self, packed: bytes) -> Unpacked:
        answers: list[Answer] = []
        at, sound = VERSION_BYTES, len(packed) > VERSION_BYTES
        while sound and at < len(packed):
            *values, check = packed[at : at + BLOCK + 1]
            at += len(values) + 1
            sound = (
                len(values) > 0
                and self._check(packed[: at - 1]) == bytes([check])
                and max(values) < VALUES * CODES
            )
            if sound:
                answers += [self._answer(len(answers) + n, value) for n, value in enumerate(values)]
        return Unpacked(packed[:VERSION_BYTES].hex(), tuple(answers), sound)

    def _unpack_old(self, packed: str) -> Unpacked:
        answers: list[Answer] = []
        at, sound = OLD_VERSION, len(packed) > OLD_VERSION
        while sound and at < len(packed):
            block = packed[at : at + OLD_BLOCK + 1]
            at += len(block)
            values = [LETTERS.index(letter) for letter in block[:-1]]
            check = LETTERS[zlib.crc32(self._game + packed[: at - 1].encode()) % len(LETTERS)]
            sound = len(block) > 1 and check == block[-1] and max(values) < VALUES
            if sound:
                old = [self._answer(len(answers) + n, value) for n, value in enumerate(values)]
                answers += [answer._replace(code=NO_CODE) for answer in old]
        number = 0
        for letter in packed[:OLD_VERSION]:
            number = number << OLD_LETTER_BITS | LETTERS.index(letter)
        return Unpacked(f"{number:0{2 * VERSION_BYTES}x}", tuple(answers), sound)

    def _value(self, n: int, answer: Answer) -> int:
        if answer.option == PLANNED_AGAIN:
            return LEFT_OUT
        if not answer.sealed:
            return answer.option + VALUES * answer.code
        mask = self._mask(n)
        return MASKED + (answer.option ^ mask.option) + VALUES * ((answer.code + mask.code) % CODES)

    def _answer(self, n: int, value: int) -> Answer:
        code, value = divmod(value, VALUES)
        if value < OPTIONS:
            return Answer(value, code=code)
        if value == LEFT_OUT:
            return Answer(PLANNED_AGAIN)
        mask = self._mask(n)
        return Answer((value - MASKED) ^ mask.option, sealed=True, code=(code - mask.code) % CODES)

    def _mask(self, n: int) -> Answer:
        """Return what masks an answer: for each of each game something else, which only the secret tells."""
        digest = hmac.new(self._secret, self._game + b"/%d" % n, hashlib.sha256).digest()
        return Answer(digest[0] % OPTIONS, code=int.from_bytes(digest[1:9], "big") % CODES)

    def _check(self, packed: bytes) -> bytes:
        return bytes([zlib.crc32(self._game + packed) % 256])


def short(version: str) -> str:
    """Return what an address has of the version of its rules."""
    return version[: 2 * VERSION_BYTES]
