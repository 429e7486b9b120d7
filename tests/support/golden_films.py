"""Golden films: a few short games as films, a line for each thing of the first scene and for each
step.

`python -m tests.golden` makes them anew, beside the golden games. What differs between two versions
of one is what is seen, told or pointed out otherwise, event by event.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from carnage.engine.recording import record_replay
from carnage.replays.replay import Replay
from tests.support.goldens import FOLDER, Golden

FILMED = (
    Golden("304041619400000", 15, 1, ("greedy", "random"), "classic"),
    Golden("675700000329108874270005515", 2, 0, ("greedy", "random"), "skirmish"),
    Golden("832500830526920074440060587", 4, 1, ("greedy", "random"), "skirmish"),
    Golden("8004008650087", 17, 1, ("greedy", "greedy"), "duel"),
    Golden("749857070904", 1, 0, ("greedy", "random"), "gamble"),
)


def path(golden: Golden) -> Path:
    return FOLDER / "films" / f"{golden.book}-{golden.digits}.json"


def spread(filmed: Replay) -> str:
    """A film as a file, in lines.

    It does not say by which engine: that is another after every change.
    """
    plain: dict[str, Any] = msgspec.to_builtins(
        replace(filmed, game=replace(filmed.game, engine=""))
    )
    scene = {
        name: _listed(part) if name in _LISTS else _compact(part)
        for name, part in plain["scene"].items()
    }
    whole = {name: _compact(part) for name, part in plain.items()}
    return _fields(whole | {"scene": _fields(scene), "steps": _listed(plain["steps"])}) + "\n"


_LISTS = ("regions", "pieces", "tracks")


def _fields(fields: dict[str, str]) -> str:
    return "{\n" + ",\n".join(f'"{name}":{written}' for name, written in fields.items()) + "\n}"


def _listed(things: Iterable[Any]) -> str:
    return "[\n" + ",\n".join(map(_compact, things)) + "\n]"


def _compact(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def write() -> None:
    """Put these films, and no others, in their folder."""
    (FOLDER / "films").mkdir(exist_ok=True)
    for old in (FOLDER / "films").glob("*.json"):
        if old not in map(path, FILMED):
            old.unlink()
    for golden in FILMED:
        path(golden).write_text(spread(record_replay(golden.play())), encoding="utf-8")
