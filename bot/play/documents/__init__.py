"""Documents that people make for a game, such as decks."""
