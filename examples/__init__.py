"""Games to learn from. They are not part of the bot; see CONTRIBUTING.md for how to play them."""
