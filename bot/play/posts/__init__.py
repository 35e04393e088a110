"""Public posts and private messages about a match."""
