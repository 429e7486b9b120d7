"""What every family of games is played with; knows no book and no rule."""
