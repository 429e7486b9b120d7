"""Games in progress: the moves of a game as letters of an address, and the games that a worker keeps."""
