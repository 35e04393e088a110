"""The settings of a server, its log, result announcements, and the bot's greeting."""
