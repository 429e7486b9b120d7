"""The pages of the books: their tables, to read, to roll by hand or to pick a game from."""
