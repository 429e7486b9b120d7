"""The drawing: a scene as a picture, as a map in characters, in words.

It knows no family of games.
"""

from carnage.drawing.picture import render_svg
from carnage.drawing.text_map import assign_map_letters, render_text_map

__all__ = ["assign_map_letters", "render_svg", "render_text_map"]
