"""Backups that have been verified, restoring them, and moving a database to another engine. No feature of the
bot: `python -m bot.backups` is for the operator."""
