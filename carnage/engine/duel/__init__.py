"""The duel family: two coin ships, their fuel in dice, one game a record.

`turn.py` plays a game; beside it there is one module for each table. Everything that rules read or change is
in `state.py`.
"""
