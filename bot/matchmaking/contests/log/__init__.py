"""A contest's event log: its terms, its events, the state folded from them, and what's announced."""
