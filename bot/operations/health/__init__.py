"""How the bot is doing, for whoever runs it: whether it's alive and ready, and its figures."""
