"""The operator's commands for verified backups, restoring them, and moving a database to another engine."""
