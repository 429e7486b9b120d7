"""The tasks of the queues: the functions that workers run, and the result of each."""
