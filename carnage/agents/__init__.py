"""Games as an environment for learning agents, by PettingZoo's interface; see docs/how-to/write-a-bot.md."""
