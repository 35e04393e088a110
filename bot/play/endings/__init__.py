"""Ends that people bring about: resigning, draws and aborting."""
