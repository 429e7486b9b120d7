"""Command that writes the generated modules of every family."""

from __future__ import annotations

from carnage.engine.codegen import write_family
from carnage.engine.games import families

if __name__ == "__main__":
    for family in families():
        write_family(family)
