"""The pages without a game: home, presets, featured games, credits, privacy, and files for
crawlers.
"""
