"""Recorded games: scenes, and the differences between them."""
