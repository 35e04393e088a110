"""Commands and buttons for leaderboards and statistics."""
