"""`python -m carnage` is the command line, where the command itself is not on the path."""

from carnage.cli import main

if __name__ == "__main__":
    main(prog_name="carnage")
