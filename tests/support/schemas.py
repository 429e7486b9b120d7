"""Write the JSON Schemas of the public formats from their types: `python -m tests.support.schemas`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec

from carnage.replays.replay import VERSION, Replay
from carnage.replays.scenes import Scene

DOCS = Path(__file__).parents[2] / "docs"
FORMATS: dict[str, tuple[type[msgspec.Struct], str]] = {
    "film": (Replay, f"A film of Carnage, version {VERSION} of its format"),
    "scene": (Scene, f"A scene of Carnage, as in films of version {VERSION}"),
}


def path(name: str) -> Path:
    return DOCS / f"{name}.schema.json"


def schema(name: str) -> str:
    """Return the JSON Schema of a format as it is in its file."""
    of, title = FORMATS[name]
    schema: dict[str, Any] = msgspec.json.schema(of)
    for definition in schema["$defs"].values():
        definition["description"] = " ".join(definition["description"].split())
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": title}
    return json.dumps(head | schema, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    for name in FORMATS:
        path(name).write_text(schema(name), encoding="utf-8")
        print(f"{path(name).relative_to(DOCS.parent)} written.")
