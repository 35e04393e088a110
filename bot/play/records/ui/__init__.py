"""Commands and buttons for records, replays and the history."""
