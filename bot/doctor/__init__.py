"""`slowplay doctor`: checks of what keeps the bot from working, and a probe that tests Discord itself."""
