"""Playtests: play many games between bots, compute measures and give a verdict in words."""
