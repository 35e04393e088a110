"""Tests of the example feature in the bot."""
