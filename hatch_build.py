"""Put compiled libraries into a wheel, where `tools/build_wheel.py` has built them."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class LibrariesHook(BuildHookInterface):
    """Without libraries the wheel is pure Python, and rules are compiled where it is installed."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the libraries of `CARNAGE_WHEEL_LIBRARIES` and set the platform of
        `CARNAGE_WHEEL_PLATFORM`.
        """
        folder = os.environ.get("CARNAGE_WHEEL_LIBRARIES")
        if version == "editable" or not folder:
            return
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{os.environ['CARNAGE_WHEEL_PLATFORM']}"
        for path in sorted(Path(folder).iterdir()):
            build_data["force_include"][str(path)] = f"carnage/engine/libraries/{path.name}"
