"""20,000 inputs that are made of known ones by lists of transformations, for `make soak`."""
