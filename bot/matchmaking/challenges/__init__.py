"""Challenges, matches against the bot, and rematches."""
