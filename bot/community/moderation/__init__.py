"""What a server's moderators can do: end and pause matches, remove texts, suspend people, read reports."""
