"""The bot: its use cases, and their Discord interface."""
