"""The commands of `carnage`: each module reads the arguments of one command, calls the library and prints."""
