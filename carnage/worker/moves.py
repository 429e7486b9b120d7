"""Moves: what persons and planners have answered in a game, packed into a few letters for an address.

The first four letters say under which rules the game was begun. Then there is a letter for each answer, and
after every eighth and at the end one that must agree with all before it, so that an address that was cut off
or mistyped is known as such, and the game is sound up to the last letter that agrees. What is sealed is never
readable: a planner's answer is left out (it plans again, and comes to the same), and a person's is written
under a mask that only this site can take off.
"""

from __future__ import annotations

import hashlib
import hmac
import zlib
from collections.abc import Sequence
from typing import NamedTuple

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
BITS = 6  # of a letter
OPTIONS = 16  # of a question at most
LEFT_OUT = OPTIONS  # the letter of an answer that is planned again
MASKED = OPTIONS + 1  # the first of those for answers under a mask
VERSION = 4  # letters
BLOCK = 8  # answers to a letter that checks them
PLANNED_AGAIN = -1  # in place of an option
MOST = 20_000  # letters; the longest game has a third of it


class Answer(NamedTuple):
    """The number of an option from 0, or that it is to be planned again; whether it is sealed still."""

    option: int
    sealed: bool = False


class Unpacked(NamedTuple):
    """What was packed, as far as it is sound: `whole` is false where something after it is not."""

    version: str
    answers: tuple[Answer, ...]
    whole: bool


class Packing:
    """Packs the answers of one game; `game` names it, and `secret` masks what is sealed."""

    def __init__(self, game: str, secret: bytes) -> None:
        self._game, self._secret = game.encode(), secret

    def pack(self, version: str, answers: Sequence[Answer]) -> str:
        """The answers as letters; empty for none. `version` is that of the rules, in hexadecimal digits."""
        if not answers:
            return ""
        letters = short(version)
        for first in range(0, len(answers), BLOCK):
            block = answers[first : first + BLOCK]
            letters += "".join(LETTERS[self._value(first + n, answer)] for n, answer in enumerate(block))
            letters += self._check(letters)
        return letters

    def unpack(self, packed: str) -> Unpacked:
        """The answers in these letters, up to the first that cannot be right."""
        if not packed:
            return Unpacked("", (), True)
        version, rest = packed[:VERSION], packed[VERSION:]
        sound = len(packed) <= MOST and not set(packed) - set(LETTERS)
        answers: list[Answer] = []
        at = VERSION
        while sound and at < len(packed):
            block = packed[at : at + BLOCK + 1]
            at += len(block)
            values = [LETTERS.index(letter) for letter in block[:-1]]
            sound = (
                len(block) > 1
                and self._check(packed[: at - 1]) == block[-1]
                and max(values) < MASKED + OPTIONS
            )
            if sound:
                answers += [self._answer(len(answers) + n, value) for n, value in enumerate(values)]
        return Unpacked(version, tuple(answers), sound and bool(rest))

    def _value(self, n: int, answer: Answer) -> int:
        if answer.option == PLANNED_AGAIN:
            return LEFT_OUT
        return MASKED + (answer.option ^ self._mask(n)) if answer.sealed else answer.option

    def _answer(self, n: int, value: int) -> Answer:
        if value < OPTIONS:
            return Answer(value)
        return (
            Answer(PLANNED_AGAIN)
            if value == LEFT_OUT
            else Answer((value - MASKED) ^ self._mask(n), sealed=True)
        )

    def _mask(self, n: int) -> int:
        """Another for each answer of each game; nobody without the secret can tell it."""
        digest = hmac.new(self._secret, self._game + b"/%d" % n, hashlib.sha256).digest()
        return digest[0] % OPTIONS

    def _check(self, letters: str) -> str:
        return LETTERS[zlib.crc32(self._game + letters.encode()) % len(LETTERS)]


def short(version: str) -> str:
    """The version of a game's rules in four letters."""
    number = int(version[: VERSION * BITS // 4], 16)
    return "".join(LETTERS[number >> BITS * n & (len(LETTERS) - 1)] for n in reversed(range(VERSION)))
