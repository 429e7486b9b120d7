"""Attacks: shooting, fighting, dynamite and the reactions to them."""
