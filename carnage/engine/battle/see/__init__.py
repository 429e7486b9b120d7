"""Terrain, and what models see across it."""
