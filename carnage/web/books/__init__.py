"""The pages of books: their tables, to read, to roll by hand or to choose a game from."""
