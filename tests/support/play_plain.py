"""Play the games from standard input, and write their events and last records.

Run with CARNAGE_UNCOMPILED=1.
"""

from __future__ import annotations

import os
import pickle
import sys

from tests.support.arena import Case, ended, happenings

if __name__ == "__main__":
    assert os.environ["CARNAGE_UNCOMPILED"] == "1"
    games_played = []
    for case in pickle.load(sys.stdin.buffer):
        match = Case(*case).play()
        games_played.append(([tuple(event) for event in happenings(match)], ended(match)))
    pickle.dump(games_played, sys.stdout.buffer)
