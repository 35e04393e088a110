"""Benchmarks and load tests, each run by `python -m bench.NAME`."""
