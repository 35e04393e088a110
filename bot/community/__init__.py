"""People and servers: help, profiles, privacy, moderation, and settings."""
