"""The computer players: how they judge a position and choose. Nothing else in this game imports them."""
