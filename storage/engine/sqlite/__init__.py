"""The SQLite engine, which needs only a file."""
