"""What is read of a contest: standings, honors, exports."""
