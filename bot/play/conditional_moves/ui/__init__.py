"""The command and the panel for conditional moves."""
