"""The words in which a game describes itself: options, documents, lessons, and puzzles."""
