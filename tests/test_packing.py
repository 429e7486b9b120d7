"""Moves packed into an address: whole, damaged, sealed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carnage.engine.compiling import cache
from carnage.worker.moves import BLOCK, LETTERS, MOST, OPTIONS, VERSION, Answer, Packing, short
from carnage.worker.secret import LENGTH, secret

ANSWERS = st.lists(
    st.one_of(
        st.builds(Answer, st.integers(0, OPTIONS - 1), st.booleans()),
        st.just(Answer(-1, sealed=True)),
    ),
    max_size=40,
)
RULES = "a1b2c3d4e5f6"


def packing(game: str = "/classic/1", secret: bytes = b"secret") -> Packing:
    return Packing(game, secret)


@given(ANSWERS)
def test_what_was_packed_comes_out_again(answers: list[Answer]) -> None:
    packed = packing().pack(RULES, answers)
    unpacked = packing().unpack(packed)
    assert unpacked.whole
    assert [each.option for each in unpacked.answers] == [each.option for each in answers]
    assert unpacked.version == (short(RULES) if answers else "")
    assert set(packed) <= set(LETTERS)
    assert len(packed) <= VERSION + len(answers) + len(answers) // BLOCK + 1


@given(ANSWERS.filter(bool), st.data())
def test_a_letter_that_is_wrong_ends_what_is_sound(answers: list[Answer], data: st.DataObject) -> None:
    packed = packing().pack(RULES, answers)
    at = data.draw(st.integers(VERSION, len(packed) - 1))
    wrong = data.draw(st.sampled_from([letter for letter in LETTERS if letter != packed[at]]))
    unpacked = packing().unpack(packed[:at] + wrong + packed[at + 1 :])
    block = (at - VERSION) // (BLOCK + 1)
    sound = unpacked.answers[: block * BLOCK]
    assert [each.option for each in sound] == [each.option for each in answers[: block * BLOCK]]
    # One wrong letter in 64 agrees by chance; none may ever bring in more answers than there were.
    assert len(unpacked.answers) <= len(answers)


def test_most_damage_is_noticed() -> None:
    packed = packing().pack(RULES, [Answer(n % 5) for n in range(20)])
    cuts = [packed[:n] for n in range(1, len(packed)) if (n - VERSION) % (BLOCK + 1)]
    noticed = [not packing().unpack(cut).whole for cut in cuts]
    assert sum(noticed) >= len(cuts) - 1


@pytest.mark.parametrize("packed", ["A", "AAAA", "AAAAA", "é" * 9, "A" * (MOST + 1), "AAAA AAAAA", "%00"])
def test_rubbish_is_no_game_and_no_error(packed: str) -> None:
    unpacked = packing().unpack(packed)
    assert not unpacked.answers
    assert not unpacked.whole


def test_moves_of_another_game_do_not_pass() -> None:
    packed = packing().pack(RULES, [Answer(1)] * 30)
    assert not packing("/classic/2").unpack(packed).whole


def test_what_is_sealed_cannot_be_read_without_the_secret() -> None:
    sealed = [Answer(3, sealed=True)]
    letters = {packing(secret=b"%d" % n).pack(RULES, sealed)[VERSION] for n in range(200)}
    assert len(letters) == OPTIONS  # whatever was answered, each letter is as likely
    open_answer = packing().pack(RULES, [Answer(3)])
    assert packing().pack(RULES, sealed) != open_answer


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where this site's secret is kept, and nobody has asked for it yet."""
    monkeypatch.delenv("CARNAGE_SECRET", raising=False)
    monkeypatch.setenv(cache.FOLDER, str(tmp_path))
    cache.folder.cache_clear()
    secret.cache_clear()
    yield tmp_path / "secret"
    cache.folder.cache_clear()
    secret.cache_clear()


def test_the_secret_is_the_same_after_a_restart(kept: Path) -> None:
    first = secret()
    assert len(first) == LENGTH
    assert kept.stat().st_mode & 0o777 == 0o600
    secret.cache_clear()
    assert secret() == first


@pytest.mark.parametrize("rest", [b"", b"half"])
def test_a_secret_that_was_cut_short_is_made_anew(
    kept: Path, caplog: pytest.LogCaptureFixture, rest: bytes
) -> None:
    """As by a disk that was full when it was written."""
    kept.write_bytes(rest)
    made = secret()
    assert len(made) == LENGTH
    assert kept.read_bytes() == made
    assert f"holds {len(rest)} bytes" in caplog.text
