"""Moves packed into an address: whole, damaged, sealed."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carnage.common import user_cache
from carnage.common.site_secret import KEY_BYTES, load_secret
from carnage.matches.moves import (
    BLOCK_ANSWERS,
    CODES,
    FIRST_MASKED_VALUE,
    FORMAT_MARK,
    LETTERS,
    MAX_LETTERS,
    MAX_OPTIONS,
    VALUES,
    Answer,
    MoveCodec,
    version_prefix,
)
from tests.support.old_moves import pack_old

ANSWERS = st.lists(
    st.one_of(
        st.builds(
            Answer, st.integers(0, MAX_OPTIONS - 1), st.booleans(), st.integers(0, CODES - 1)
        ),
        st.just(Answer(-1, sealed=True)),
    ),
    max_size=40,
)
RULES = "a1b2c3d4e5f6"


BLOCK_LETTERS = 16
VERSION_LETTERS = 4


def packing(game: str = "/classic/1", secret: bytes = b"secret") -> MoveCodec:
    return MoveCodec(game, secret)


@given(ANSWERS)
def test_what_was_packed_comes_out_again(answers: list[Answer]) -> None:
    packed = packing().encode(RULES, answers)
    unpacked = packing().decode(packed)
    assert unpacked.whole
    assert [each.option for each in unpacked.answers] == [each.option for each in answers]
    assert [each.code for each in unpacked.answers] == [each.code for each in answers]
    assert unpacked.version == (version_prefix(RULES) if answers else "")
    assert set(packed.removeprefix(FORMAT_MARK)) <= set(LETTERS)


@given(ANSWERS.filter(bool))
def test_packed_answers_with_codes_take_less_than_a_third_more_letters(
    answers: list[Answer],
) -> None:
    packed = packing().encode(RULES, answers * BLOCK_ANSWERS)
    assert len(packed) <= 1.3 * len(pack_old(packing(), RULES, answers * BLOCK_ANSWERS)) + 3


@given(ANSWERS.filter(bool))
def test_unpack_reads_what_was_packed_without_codes(answers: list[Answer]) -> None:
    unpacked = packing().decode(pack_old(packing(), RULES, answers))
    assert unpacked.whole
    assert [each.option for each in unpacked.answers] == [each.option for each in answers]
    assert {each.code for each in unpacked.answers} == {-1}
    assert unpacked.version == version_prefix(RULES)


def test_unpack_reads_an_address_of_an_earlier_version() -> None:
    """Packed by Carnage before there were codes: answers 0 to 9, of which the last is sealed."""
    answers = [Answer(n % MAX_OPTIONS, sealed=n == 9) for n in range(10)]
    assert pack_old(packing(), RULES, answers) == "obLDABCDEFGHxIUR"


@given(ANSWERS.filter(bool), st.data())
def test_a_letter_that_is_wrong_ends_what_is_sound(
    answers: list[Answer], data: st.DataObject
) -> None:
    packed = packing().encode(RULES, answers)
    begins = len(FORMAT_MARK) + VERSION_LETTERS
    at = data.draw(st.integers(begins, len(packed) - 1))
    wrong = data.draw(st.sampled_from([letter for letter in LETTERS if letter != packed[at]]))
    unpacked = packing().decode(packed[:at] + wrong + packed[at + 1 :])
    block = (at - begins) // BLOCK_LETTERS
    sound = unpacked.answers[: block * BLOCK_ANSWERS]
    assert [each.option for each in sound] == [
        each.option for each in answers[: block * BLOCK_ANSWERS]
    ]
    # One wrong byte in 256 agrees by chance; none may ever bring in more answers than there were.
    assert len(unpacked.answers) <= len(answers)


@pytest.mark.parametrize("pack", [MoveCodec.encode, pack_old])
def test_most_damage_is_noticed(pack: Callable[[MoveCodec, str, list[Answer]], str]) -> None:
    packed = pack(packing(), RULES, [Answer(n % 5, code=n % CODES) for n in range(20)])
    cuts = [packed[:n] for n in range(1, len(packed))]
    noticed = [not packing().decode(cut).whole for cut in cuts]
    assert sum(noticed) >= len(cuts) - 3  # one stands where a block ends


@pytest.mark.parametrize(
    "packed",
    [
        *("A", "AAAA", "AAAAA", "é" * 9, "A" * (MAX_LETTERS + 1), "AAAA AAAAA", "%00"),
        *(".", ".A", ".AAAA", ".AAAAA", ".AAAAAA", ".é", "..AAAAAAAA", "." + "A" * MAX_LETTERS),
    ],
)
def test_rubbish_is_no_game_and_no_error(packed: str) -> None:
    unpacked = packing().decode(packed)
    assert not unpacked.answers
    assert not unpacked.whole


def test_moves_of_another_game_do_not_pass() -> None:
    packed = packing().encode(RULES, [Answer(1, code=2)] * 30)
    assert not packing("/classic/2").decode(packed).whole


def test_what_is_sealed_cannot_be_read_without_the_secret() -> None:
    sealed = [Answer(3, sealed=True, code=5)]
    values = set()
    for n in range(2000):
        packed = packing(secret=b"%d" % n).encode(RULES, sealed).removeprefix(FORMAT_MARK)
        values.add(base64.urlsafe_b64decode(packed + "=")[3])
    # Whatever was answered, each value is as likely.
    assert {value % VALUES for value in values} == set(range(FIRST_MASKED_VALUE, VALUES))
    assert len(values) == MAX_OPTIONS * CODES
    open_answer = packing().encode(RULES, [Answer(3, code=5)])
    assert packing().encode(RULES, sealed) != open_answer


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where this site's secret is kept, and nobody has asked for it yet."""
    monkeypatch.delenv("CARNAGE_SECRET", raising=False)
    monkeypatch.setenv(user_cache.FOLDER, str(tmp_path))
    user_cache.folder.cache_clear()
    load_secret.cache_clear()
    yield tmp_path / "secret"
    user_cache.folder.cache_clear()
    load_secret.cache_clear()


def test_the_secret_is_the_same_after_a_restart(kept: Path) -> None:
    first = load_secret()
    assert len(first) == KEY_BYTES
    assert kept.stat().st_mode & 0o777 == 0o600
    load_secret.cache_clear()
    assert load_secret() == first


@pytest.mark.parametrize("rest", [b"", b"half"])
def test_a_secret_that_was_cut_short_is_made_anew(
    kept: Path, caplog: pytest.LogCaptureFixture, rest: bytes
) -> None:
    """As by a disk that was full when it was written."""
    kept.write_bytes(rest)
    made = load_secret()
    assert len(made) == KEY_BYTES
    assert kept.read_bytes() == made
    assert f"holds {len(rest)} bytes" in caplog.text
