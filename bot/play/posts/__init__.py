"""Public posts and DMs about a match."""
