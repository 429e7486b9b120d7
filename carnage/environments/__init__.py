"""Games as environments for learning agents, with PettingZoo's interface; see
docs/how-to/write-a-bot.md.
"""
