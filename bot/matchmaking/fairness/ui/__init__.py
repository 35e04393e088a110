"""The Fairness button in Discord."""
