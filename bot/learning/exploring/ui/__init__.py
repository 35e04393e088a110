"""Playing on, in Discord."""
