"""The Discord interface of analyses."""
