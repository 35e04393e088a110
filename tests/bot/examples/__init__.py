"""The example of a feature, in the bot."""
