"""The operator's command that recomputes all ratings."""
