"""What bots make of a battle. They value what they are offered by what this ruleset rewards."""
