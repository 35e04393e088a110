"""Contests, as tests of several features need them."""
