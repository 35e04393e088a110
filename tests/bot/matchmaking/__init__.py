"""Tests of bot/matchmaking."""
