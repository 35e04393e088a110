"""Tests of bot/runtime."""
