"""Games between bots or people: watched and played."""
