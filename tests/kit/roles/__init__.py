"""Permissions of people and of the bot on a server."""
