"""Tests of bot/core."""
