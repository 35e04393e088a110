"""Playing on from a position of a lesson or of a finished match, against the bot or alone."""
