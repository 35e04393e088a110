"""The computer players. Only the game as one value imports them."""
