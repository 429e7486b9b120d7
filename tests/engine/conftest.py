"""Engine tests share the helpers of this folder and the rulesets of the folder above."""

from __future__ import annotations

import os
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

# These play with the rules as plain Python; `test_plain.py` runs them in a process of their own.
collect_ignore = [] if os.environ.get("CARNAGE_UNCOMPILED") == "1" else ["plain"]
