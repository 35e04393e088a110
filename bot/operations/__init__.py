"""Operators' tools: backups, health, retention, and recomputing ratings."""
