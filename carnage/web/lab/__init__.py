"""The lab: playtests, comparisons and searches for better options."""
