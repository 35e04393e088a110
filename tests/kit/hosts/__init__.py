"""The use cases without Discord."""
