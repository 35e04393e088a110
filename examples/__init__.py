"""Games to learn from. They aren't part of the bot; see CONTRIBUTING.md for how to play them."""
