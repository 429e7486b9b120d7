"""Test moves encoded in an address: intact, damaged and encrypted ones."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carnage.common import user_cache
from carnage.common.site_secret import KEY_BYTES, load_secret
from carnage.engine.core.pointing import MAX_DECISION
from carnage.matches.moves import (
    BLOCK_ANSWERS,
    CODES,
    FIRST_MASKED_VALUE,
    FORMAT_MARK,
    LETTERS,
    MAX_CELLS,
    MAX_LETTERS,
    MAX_OPTIONS,
    VALUES,
    Answer,
    MoveCodec,
    version_prefix,
)
from tests.support.old_moves import pack_old

POINTS = st.builds(
    Answer,
    st.integers(MAX_OPTIONS, MAX_OPTIONS + MAX_CELLS - 1),
    st.just(False),
    st.integers(0, CODES - 1),
)
OPTIONS = st.builds(
    Answer, st.integers(0, MAX_OPTIONS - 1), st.just(False), st.integers(0, CODES - 1)
)
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


def create_codec(game: str = "/classic/1", secret: bytes = b"secret") -> MoveCodec:
    return MoveCodec(game, secret)


@given(ANSWERS)
def test_move_codec_round_trips(answers: list[Answer]) -> None:
    packed = create_codec().encode(RULES, answers)
    unpacked = create_codec().decode(packed)
    assert unpacked.whole
    assert [each.option for each in unpacked.answers] == [each.option for each in answers]
    assert [each.code for each in unpacked.answers] == [each.code for each in answers]
    assert unpacked.version == (version_prefix(RULES) if answers else "")
    assert set(packed.removeprefix(FORMAT_MARK)) <= set(LETTERS)


@given(st.lists(st.one_of(POINTS, OPTIONS), max_size=40), st.integers(0, 60))
def test_move_codec_points_round_trip(answers: list[Answer], cut: int) -> None:
    packed = create_codec().encode(RULES, answers)
    assert create_codec().decode(packed) == (
        version_prefix(RULES) if answers else "",
        tuple(answers),
        True,
    )
    part = create_codec().decode(packed[:-cut])
    assert [*part.answers] == answers[: len(part.answers)]


def test_move_codec_point_takes_four_bytes() -> None:
    option = create_codec().encode(RULES, [Answer(3, code=2)])
    point = create_codec().encode(RULES, [Answer(MAX_OPTIONS + MAX_CELLS - 1, code=2)])
    assert len(point) == len(option) + 4


def test_move_codec_cells_are_those_of_the_engine() -> None:
    assert MAX_OPTIONS + MAX_CELLS - 1 == MAX_DECISION


@given(ANSWERS.filter(bool))
def test_move_codec_codes_add_less_than_a_third(
    answers: list[Answer],
) -> None:
    packed = create_codec().encode(RULES, answers * BLOCK_ANSWERS)
    assert len(packed) <= 1.3 * len(pack_old(create_codec(), RULES, answers * BLOCK_ANSWERS)) + 3


@given(ANSWERS.filter(bool))
def test_move_codec_reads_moves_without_codes(answers: list[Answer]) -> None:
    unpacked = create_codec().decode(pack_old(create_codec(), RULES, answers))
    assert unpacked.whole
    assert [each.option for each in unpacked.answers] == [each.option for each in answers]
    assert {each.code for each in unpacked.answers} == {-1}
    assert unpacked.version == version_prefix(RULES)


def test_pack_old_matches_earlier_version() -> None:
    """Compare with an address made before there were codes: decisions 0 to 9, the last encrypted."""
    answers = [Answer(n % MAX_OPTIONS, sealed=n == 9) for n in range(10)]
    assert pack_old(create_codec(), RULES, answers) == "obLDABCDEFGHxIUR"


@given(ANSWERS.filter(bool), st.data())
def test_move_codec_wrong_letter_keeps_earlier_blocks(
    answers: list[Answer], data: st.DataObject
) -> None:
    packed = create_codec().encode(RULES, answers)
    begins = len(FORMAT_MARK) + VERSION_LETTERS
    at = data.draw(st.integers(begins, len(packed) - 1))
    wrong = data.draw(st.sampled_from([letter for letter in LETTERS if letter != packed[at]]))
    unpacked = create_codec().decode(packed[:at] + wrong + packed[at + 1 :])
    block = (at - begins) // BLOCK_LETTERS
    sound = unpacked.answers[: block * BLOCK_ANSWERS]
    assert [each.option for each in sound] == [
        each.option for each in answers[: block * BLOCK_ANSWERS]
    ]
    # One wrong byte in 256 agrees by chance; none may add decisions.
    assert len(unpacked.answers) <= len(answers)


@pytest.mark.parametrize("pack", [MoveCodec.encode, pack_old])
def test_move_codec_truncated_is_not_whole(
    pack: Callable[[MoveCodec, str, list[Answer]], str],
) -> None:
    packed = pack(create_codec(), RULES, [Answer(n % 5, code=n % CODES) for n in range(20)])
    cuts = [packed[:n] for n in range(1, len(packed))]
    noticed = [not create_codec().decode(cut).whole for cut in cuts]
    assert sum(noticed) >= len(cuts) - 3  # a cut at the end of a block


@pytest.mark.parametrize(
    "packed",
    [
        *("A", "AAAA", "AAAAA", "é" * 9, "A" * (MAX_LETTERS + 1), "AAAA AAAAA", "%00"),
        *(".", ".A", ".AAAA", ".AAAAA", ".AAAAAA", ".é", "..AAAAAAAA", "." + "A" * MAX_LETTERS),
    ],
)
def test_move_codec_invalid_input_decodes_to_nothing(packed: str) -> None:
    unpacked = create_codec().decode(packed)
    assert not unpacked.answers
    assert not unpacked.whole


def test_move_codec_other_game_is_not_whole() -> None:
    packed = create_codec().encode(RULES, [Answer(1, code=2)] * 30)
    assert not create_codec("/classic/2").decode(packed).whole


def test_move_codec_secret_decision_looks_random() -> None:
    sealed = [Answer(3, sealed=True, code=5)]
    values = set()
    for n in range(2000):
        packed = create_codec(secret=b"%d" % n).encode(RULES, sealed).removeprefix(FORMAT_MARK)
        values.add(base64.urlsafe_b64decode(packed + "=")[3])
    # Each value is as likely for any decision.
    assert {value % VALUES for value in values} == set(range(FIRST_MASKED_VALUE, VALUES))
    assert len(values) == MAX_OPTIONS * CODES
    open_answer = create_codec().encode(RULES, [Answer(3, code=5)])
    assert create_codec().encode(RULES, sealed) != open_answer


@pytest.fixture
def secret_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return the path of this site's secret, which has not been made yet."""
    monkeypatch.delenv("CARNAGE_SECRET", raising=False)
    monkeypatch.setenv(user_cache.FOLDER, str(tmp_path))
    user_cache.folder.cache_clear()
    load_secret.cache_clear()
    yield tmp_path / "secret"
    user_cache.folder.cache_clear()
    load_secret.cache_clear()


def test_secret_after_restart_is_the_same(secret_path: Path) -> None:
    first = load_secret()
    assert len(first) == KEY_BYTES
    assert secret_path.stat().st_mode & 0o777 == 0o600
    load_secret.cache_clear()
    assert load_secret() == first


@pytest.mark.parametrize("rest", [b"", b"half"])
def test_secret_truncated_is_made_again(
    secret_path: Path, caplog: pytest.LogCaptureFixture, rest: bytes
) -> None:
    """Replace a secret that was written to a full disk."""
    secret_path.write_bytes(rest)
    made = load_secret()
    assert len(made) == KEY_BYTES
    assert secret_path.read_bytes() == made
    assert f"holds {len(rest)} bytes" in caplog.text
