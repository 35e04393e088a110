"""Tests of bot/discord_kit."""
