"""The course of a battle: rounds, activations, actions, and how it ends."""
