"""Exit statuses of the command line."""

FAILURE = 1  # An operation failed, such as writing a file.
USAGE = 2  # The arguments are invalid.
INTERRUPTED = 130  # After Ctrl-C: 128 and the number of SIGINT, as in shells.
