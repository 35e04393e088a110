"""Backups that have been verified, restoring them, and moving a database to another engine. No feature of the
bot: `python -m bot.operations.backups` is for the operator."""
