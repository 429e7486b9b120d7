"""`python -m tests.golden`: tells the golden games anew. See `tests/engine/goldens.py`."""

from __future__ import annotations

import sys
from pathlib import Path

TESTS = Path(__file__).parents[1]
sys.path[:0] = [str(TESTS / "engine"), str(TESTS)]

if __name__ == "__main__":
    from goldens import choose, kept, write

    chosen = choose([] if "--choose" in sys.argv[1:] else kept())
    write(chosen)
    print(f"{len(chosen)} golden games written to tests/golden; read what has changed before you commit it.")
