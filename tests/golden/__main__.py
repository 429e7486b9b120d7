"""`python -m tests.golden [BOOK …]`: tells golden games anew, and if none is named golden films
too.

See `tests/support/goldens.py` and `golden_films.py`. With `--choose` all games are picked anew.
"""

from __future__ import annotations

import sys

if __name__ == "__main__":
    from tests.support import golden_films
    from tests.support.goldens import choose, kept, write
    from tests.support.rulesets import BOOKS

    named = [word for word in sys.argv[1:] if not word.startswith("-")]
    for book in named or BOOKS:
        chosen = choose(book, [] if "--choose" in sys.argv[1:] else kept(book))
        write(book, chosen)
        print(f"{len(chosen)} golden games written to tests/golden/{book}.")
    if not named:
        golden_films.write()
        print(f"{len(golden_films.FILMED)} golden films written to tests/golden/films.")
    print("Read what has changed before you commit it.")
