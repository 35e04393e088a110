"""The lobby in Discord: its form, its buttons, and the screen of a search."""
