"""Finding a game by wishes."""
