"""The two database engines, SQLite and PostgreSQL, and the code that they share."""
