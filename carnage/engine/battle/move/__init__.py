"""Moves: paths, destinations and the ways to move."""
