"""Forces, their Talents and their deployment."""
