"""The features about people and servers: help, profiles, privacy, moderation, and settings."""
