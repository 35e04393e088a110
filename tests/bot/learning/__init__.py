"""Tests of bot/learning."""
