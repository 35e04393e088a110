"""The engine for several processes, on a PostgreSQL server."""
