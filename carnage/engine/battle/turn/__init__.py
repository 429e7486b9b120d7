"""The course of a battle: rounds, activations and actions, objectives, and the end."""
