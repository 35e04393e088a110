"""The bot: use cases, and Discord around them."""
