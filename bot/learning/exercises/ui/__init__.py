"""The Discord interface of exercises."""
