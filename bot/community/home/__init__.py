"""A person's overview of their matches: `/matches` and the home message."""
