"""What operators run: backups, health, retention, and ratings computed again."""
