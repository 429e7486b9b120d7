"""How each worked example of the battles' tables is played, put together from the modules that
have it.
"""

from __future__ import annotations

import examples_bag  # noqa: F401
import examples_endings  # noqa: F401
import examples_gear  # noqa: F401
import examples_muster  # noqa: F401
import examples_rations  # noqa: F401
import examples_reactions  # noqa: F401
import examples_riot  # noqa: F401
import examples_turns  # noqa: F401
from examples import RULES

__all__ = ["RULES"]
