"""Playing on from a position of a match that is over, against the bot or alone."""
