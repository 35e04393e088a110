"""A PostgreSQL server of one's own, from a wheel."""
