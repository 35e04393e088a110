"""Servers, channels, threads and members: creating and changing them, and the events about that."""
