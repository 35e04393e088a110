"""Tests of bot/operations."""
