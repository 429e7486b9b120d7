"""The site for programs: its description as OpenAPI and the types of its JSON."""
