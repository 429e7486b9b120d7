"""The pages without a game: home, presets, picks, credits, and the addresses that crawlers ask for."""
