"""What attacks do to models: damage, markers, towers, losses and morale."""
