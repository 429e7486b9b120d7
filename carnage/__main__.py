"""`python -m carnage` is the command line, where the command itself is not on the path."""

from carnage.cli import run

if __name__ == "__main__":
    run()
