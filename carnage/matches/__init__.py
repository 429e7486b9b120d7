"""Games in progress: a URL codec for their moves, and the games that a worker keeps in memory."""
