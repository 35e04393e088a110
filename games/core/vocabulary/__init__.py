"""The data types by which a game describes itself: options, documents, lessons, and puzzles."""
