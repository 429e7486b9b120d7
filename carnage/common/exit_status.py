"""Exit statuses of the command line."""

FAILURE = 1  # Something could not be done, such as to write a file.
USAGE = 2  # What was typed is wrong.
INTERRUPTED = 130  # After Ctrl-C, as shells have it.
