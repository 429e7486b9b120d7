"""Games that are named by text: seeds, paths and URLs."""
