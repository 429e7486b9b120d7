"""Playtests: from many games to figures, and to what they say in plain words."""
