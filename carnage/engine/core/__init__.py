"""The parts of the engine that all families of games share. They know no book and no rule."""
