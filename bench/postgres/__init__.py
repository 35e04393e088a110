"""A private PostgreSQL server from a wheel, for tests and benchmarks."""
