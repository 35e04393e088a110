"""What a process of the bot needs: settings, the connection, logs, and other processes."""
