"""What people and the bot may do on a server."""
