"""Observers for tests: traffic, logs, deliveries."""
