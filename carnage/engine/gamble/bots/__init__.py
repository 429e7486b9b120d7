"""Bots of the gamble family: they value what is offered, and never change the game."""
