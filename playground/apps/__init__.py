"""Application commands, interactions, and the bot's answers to them."""
