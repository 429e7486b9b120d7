"""The atlas: what each answer does to games."""
