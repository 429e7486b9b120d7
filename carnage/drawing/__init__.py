"""The drawing: a scene as a picture, as a map in characters, in words.

It knows no family of games.
"""

from carnage.drawing.picture import svg
from carnage.drawing.text_map import character_map, map_letters

__all__ = ["character_map", "map_letters", "svg"]
