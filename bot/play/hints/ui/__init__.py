"""The panels of hints."""
