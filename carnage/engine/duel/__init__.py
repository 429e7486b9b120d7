"""The duel family: two ships that are coins, with dice as fuel. Each game is one record.

`turn.py` plays a game; there is one module for each table of the book. `state.py` declares the
record.
"""
