"""The computer players: evaluation, search and puzzles. Only the game's `__init__` imports them."""
