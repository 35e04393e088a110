"""Requests to Discord: their pace and refusals, DMs, servers, and messages that notify."""
