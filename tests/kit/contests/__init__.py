"""Helpers for contests, shared by tests of several features."""
