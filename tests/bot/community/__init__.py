"""Tests of bot/community."""
