"""The greedy bot of battles: it values the options of each question by the rules of the game.

Values are in points of models, as in the lists of forces, unless a name or a comment says
otherwise. The weights that are learned are in `tables/battle/weights.toml`. The constants in these
modules were chosen by hand; `bench/bots.py` measures the bot as a whole
(docs/explanation/engine.md).
"""
