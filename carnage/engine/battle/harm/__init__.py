"""Effects of attacks on models: damage, markers, towers, losses and morale."""
