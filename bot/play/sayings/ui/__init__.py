"""Commands and buttons for compliments."""
