"""The drawing: a scene as a picture, as a map in characters, in words. It knows no family of games."""

from carnage.drawing.characters import character_map, characters
from carnage.drawing.picture import svg

__all__ = ["character_map", "characters", "svg"]
