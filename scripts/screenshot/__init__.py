"""Pictures of a terminal, for the documentation."""
