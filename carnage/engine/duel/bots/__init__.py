"""The duel's bots."""
