"""The Discord interface of puzzles."""
