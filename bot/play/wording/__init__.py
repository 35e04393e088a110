"""Sentences that several features share."""
