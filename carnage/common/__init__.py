"""What every package may use. Nothing here knows of games."""
