"""What a match that is over could have taught its players."""
