"""A codec for the moves of a game with persons and planners, as letters of a URL.

The letters are a full stop and the base64 of these bytes: three for the version of the rules, one
for each answer or four for a point, and checksums. A checksum of everything before it follows every
eleventh answer and the last one. A truncated or mistyped URL is therefore detected, and the game is
valid up to the last checksum that matches. Eleven answers and a checksum take sixteen letters.

The byte of an answer is the number of the option plus VALUES times one of seven values of its code
(`engine.option_codes`). The code shows whether changed rules offer another option under that
number. A point (`engine.core.pointing`) is FIRST_POINT_VALUE plus the value of its code, and three
bytes of the number of its cell. A sealed answer is not readable. That of a planner is left out,
since it plans again with the same result. That of a person is masked with the secret key of the
site.

URLs of earlier versions of Carnage have no full stop and no codes. Four letters are the version,
and each answer is a letter. A checksum follows every eighth answer and the last one.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import zlib
from collections.abc import Sequence
from typing import NamedTuple

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"  # URL-safe base64
FORMAT_MARK = "."  # the first letter of moves with codes
MAX_LETTERS = 20_000  # the longest game has half as many

MAX_OPTIONS = 16  # the maximum number of options of a question
PLANNED_VALUE = MAX_OPTIONS  # the value of a sealed answer of a planner
FIRST_MASKED_VALUE = MAX_OPTIONS + 1  # the first value of masked answers
VALUES = FIRST_MASKED_VALUE + MAX_OPTIONS
CODES = 7  # values of a code, the most for which VALUES * CODES values fit into a byte
PLANNED_AGAIN = -1  # the option of a sealed answer that the planner calculates again
NO_CODE = -1
FIRST_POINT_VALUE = VALUES * CODES  # the first value of points, which the values of codes follow
MAX_VALUE = FIRST_POINT_VALUE + CODES - 1
POINT_BYTES = 3  # of the number of a cell, after the byte of a point
MAX_CELLS = 1 << 22  # as in `engine.core.pointing`, which pages do not import

VERSION_BYTES = 3
BLOCK_ANSWERS = 11  # answers before a checksum: twelve bytes are sixteen letters

OLD_VERSION_LETTERS = 4  # letters of the version
OLD_BLOCK_ANSWERS = 8  # answers before a checksum
OLD_LETTER_BITS = 6


class Answer(NamedTuple):
    """An answer to a question.

    Attributes:
        option: The index of the option, MAX_OPTIONS plus the number of a cell for a point, or
            PLANNED_AGAIN.
        sealed: Whether the answer is still secret.
        code: The value of the option's code, or NO_CODE.
    """

    option: int
    sealed: bool = False
    code: int = NO_CODE


class DecodedMoves(NamedTuple):
    """The valid answers of a URL.

    Attributes:
        version: The version of the rules, in hexadecimal digits.
        answers: The answers.
        whole: False if an invalid part follows the answers.
    """

    version: str
    answers: tuple[Answer, ...]
    whole: bool


class MoveCodec:
    """Encodes and decodes the answers of one game.

    Args:
        game: The name of the game.
        secret: The key that masks its sealed answers.
    """

    def __init__(self, game: str, secret: bytes) -> None:
        self._game = game.encode()
        self._secret = secret

    def encode(self, version: str, answers: Sequence[Answer]) -> str:
        """Return the letters of the answers, or "" without answers.

        Args:
            version: The version of the rules, in hexadecimal digits.
            answers: The answers from the first on. All but planned ones must have a code.
        """
        if not answers:
            return ""
        packed = bytes.fromhex(version_prefix(version))
        for first in range(0, len(answers), BLOCK_ANSWERS):
            block = answers[first : first + BLOCK_ANSWERS]
            for n, answer in enumerate(block):
                if answer.option >= MAX_OPTIONS:
                    packed += _encode_point(answer)
                else:
                    packed += bytes([self._encode_answer(first + n, answer)])
            packed += self._checksum(packed)
        return FORMAT_MARK + base64.urlsafe_b64encode(packed).decode().rstrip("=")

    def decode(self, packed: str) -> DecodedMoves:
        """Return the answers of these letters, up to the first invalid one."""
        if not packed:
            return DecodedMoves("", (), True)
        letters = packed.removeprefix(FORMAT_MARK)
        if len(packed) > MAX_LETTERS or set(letters) - set(LETTERS):
            return DecodedMoves("", (), False)
        if letters == packed:
            return self._decode_old(letters)
        if len(letters) % 4 == 1:  # The last byte is cut in two.
            letters = letters[:-1]
        return self._decode_bytes(base64.urlsafe_b64decode(letters + "=" * (-len(letters) % 4)))

    def _decode_bytes(self, packed: bytes) -> DecodedMoves:
        """Return the answers in bytes decoded from Base64, up to the first invalid block."""
        answers: list[Answer] = []
        offset = VERSION_BYTES
        is_valid = len(packed) > VERSION_BYTES
        while is_valid and offset < len(packed):
            block, end = self._decode_block(packed, offset, len(answers))
            is_valid = len(block) > 0 and self._checksum(packed[:end]) == packed[end : end + 1]
            offset = end + 1
            if is_valid:
                answers += block
        return DecodedMoves(packed[:VERSION_BYTES].hex(), tuple(answers), is_valid)

    def _decode_block(self, packed: bytes, offset: int, first: int) -> tuple[list[Answer], int]:
        """Return the answers of a block and the offset of its checksum, or no answers if one is
        invalid.

        Args:
            packed: The bytes of all blocks.
            offset: The offset of the block.
            first: The index of its first answer.
        """
        answers: list[Answer] = []
        last = len(packed) - 1
        while len(answers) < BLOCK_ANSWERS and offset < last:
            value = packed[offset]
            offset += 1
            if value > MAX_VALUE:
                return [], offset
            if value < FIRST_POINT_VALUE:
                answers.append(self._decode_answer(first + len(answers), value))
                continue
            cell = int.from_bytes(packed[offset : offset + POINT_BYTES], "big")
            offset += POINT_BYTES
            if offset > last or cell >= MAX_CELLS:
                return [], offset
            answers.append(Answer(MAX_OPTIONS + cell, code=value - FIRST_POINT_VALUE))
        return answers, offset

    def _decode_old(self, packed: str) -> DecodedMoves:
        """Return the answers of letters in the old format."""
        answers: list[Answer] = []
        offset = OLD_VERSION_LETTERS
        is_valid = len(packed) > OLD_VERSION_LETTERS
        while is_valid and offset < len(packed):
            block = packed[offset : offset + OLD_BLOCK_ANSWERS + 1]
            offset += len(block)
            values = [LETTERS.index(letter) for letter in block[:-1]]
            checksum = LETTERS[
                zlib.crc32(self._game + packed[: offset - 1].encode()) % len(LETTERS)
            ]
            is_valid = len(block) > 1 and checksum == block[-1] and max(values) < VALUES
            if is_valid:
                old = [
                    self._decode_answer(len(answers) + n, value) for n, value in enumerate(values)
                ]
                answers += [answer._replace(code=NO_CODE) for answer in old]
        number = 0
        for letter in packed[:OLD_VERSION_LETTERS]:
            number = number << OLD_LETTER_BITS | LETTERS.index(letter)
        return DecodedMoves(f"{number:0{2 * VERSION_BYTES}x}", tuple(answers), is_valid)

    def _encode_answer(self, n: int, answer: Answer) -> int:
        """Return the byte of the answer with index `n`, which is no point."""
        if answer.option == PLANNED_AGAIN:
            return PLANNED_VALUE
        if not answer.sealed:
            return answer.option + VALUES * answer.code
        mask = self._mask(n)
        return (
            FIRST_MASKED_VALUE
            + (answer.option ^ mask.option)
            + VALUES * ((answer.code + mask.code) % CODES)
        )

    def _decode_answer(self, n: int, value: int) -> Answer:
        """Return the answer with index `n` of a byte."""
        code, value = divmod(value, VALUES)
        if value < MAX_OPTIONS:
            return Answer(value, code=code)
        if value == PLANNED_VALUE:
            return Answer(PLANNED_AGAIN)
        mask = self._mask(n)
        return Answer(
            (value - FIRST_MASKED_VALUE) ^ mask.option, sealed=True, code=(code - mask.code) % CODES
        )

    def _mask(self, n: int) -> Answer:
        """Return the mask of the answer with index `n`, by the game and the secret key."""
        digest = hmac.new(self._secret, self._game + b"/%d" % n, hashlib.sha256).digest()
        return Answer(digest[0] % MAX_OPTIONS, code=int.from_bytes(digest[1:9], "big") % CODES)

    def _checksum(self, packed: bytes) -> bytes:
        """Return the checksum of bytes, one byte."""
        return bytes([zlib.crc32(self._game + packed) % 256])


def _encode_point(answer: Answer) -> bytes:
    """Return the bytes of a point, which is never sealed."""
    cell = answer.option - MAX_OPTIONS
    return bytes([FIRST_POINT_VALUE + answer.code]) + cell.to_bytes(POINT_BYTES, "big")


def version_prefix(version: str) -> str:
    """Return the part of the version of the rules that a URL contains."""
    return version[: 2 * VERSION_BYTES]
