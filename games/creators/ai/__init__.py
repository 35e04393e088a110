"""The computer players: how they evaluate a position and choose. Nothing else here imports them."""
