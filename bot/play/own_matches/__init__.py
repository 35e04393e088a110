"""A person's own matches: open and finished ones."""
