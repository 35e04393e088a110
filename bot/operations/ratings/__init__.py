"""The operator's command that computes all ratings again."""
