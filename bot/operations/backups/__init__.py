"""Backups that have been verified, restoring them, and moving a database to another engine.

No feature of the bot: its commands are for the operator."""
