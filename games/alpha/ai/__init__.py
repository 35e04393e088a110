"""The AI levels, puzzles, analysis and measurements. Of the game, only its `__init__` imports them."""
