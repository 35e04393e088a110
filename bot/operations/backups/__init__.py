"""Verified backups, restoring them, and moving a database to another engine.

It is no feature of the bot: its commands are for the operator.
"""
