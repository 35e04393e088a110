"""Eyes and ears of a test: traffic, logs, deliveries."""
