"""The Discord interface of lessons."""
