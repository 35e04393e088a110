"""How often players have acted: a small feature of the bot, to learn from and to begin with."""
