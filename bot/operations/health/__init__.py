"""Health checks and metrics for the operator: whether the bot is alive and ready."""
