"""Games as environments for learning agents, with PettingZoo's interface.

See docs/how-to/write-a-bot.md.
"""
