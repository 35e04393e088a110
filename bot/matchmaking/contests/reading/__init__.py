"""What's read of a contest: standings, honors, exports."""
