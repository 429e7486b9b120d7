"""The command line as `python -m carnage`, for use where `carnage` is not on the path."""

from carnage.cli import run

if __name__ == "__main__":
    run()
