"""What the command line does with the engine: reads what was typed, plays, and prints. `cli` leads here."""
