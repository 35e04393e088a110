"""The commands and buttons that end a match."""
