"""Games by their books and seeds, and how people write them."""
