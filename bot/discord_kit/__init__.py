"""Shared building blocks for Discord: components, texts, requests, and interactions."""
