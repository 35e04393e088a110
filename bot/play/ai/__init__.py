"""AI players: levels, external engines, and the loop that plays their turns."""
