"""`slowplay doctor`: what keeps the bot from working; a probe that compares Discord with the playground."""
