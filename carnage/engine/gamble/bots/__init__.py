"""Bots of the gamble family: they value options and never change the game."""
