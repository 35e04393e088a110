"""The two database engines, and what they share."""
