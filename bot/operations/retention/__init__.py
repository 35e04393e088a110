"""Deletion of data that is no longer needed."""
