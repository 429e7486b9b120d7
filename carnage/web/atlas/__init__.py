"""The pages of the atlas: the effects of options on games."""
