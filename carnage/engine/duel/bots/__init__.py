"""The duel's own bots."""
