"""How a match comes about: terms, challenges, the lobby, and contests."""
