"""The dice of a duel while they are assigned to rows in secret: closed, not as they lay last."""

from __future__ import annotations

from msgspec.structs import replace

from carnage.replays.replay import Replay, ReplayStep, diff, iterate_scenes
from carnage.replays.scenes import FAR_ROW, SEALED_ROW, Piece


def close_rows(replay: Replay) -> Replay:
    """Return a replay with one more step, after which all dice of the ships lie in one row."""
    *_, last = iterate_scenes(replay)
    closed = tuple(map(_close_row, last.pieces))
    step = ReplayStep(
        n=replay.steps[-1].n + 1 if replay.steps else 1,
        event="",
        rule="",
        pieces=diff(last.pieces, closed),
    )
    return replace(replay, steps=(*replay.steps, step))


def _close_row(piece: Piece) -> Piece:
    """Return a piece in the row of sealed dice, if it is a die of a ship."""
    if piece.form == "die" and piece.owner >= 0 and piece.row not in ("", FAR_ROW):
        return replace(piece, row=SEALED_ROW)
    return piece
