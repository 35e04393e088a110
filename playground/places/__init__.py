"""Servers, channels, threads and members: making and changing them, and who is told of it."""
