"""Benchmarks of pictures compared with other painters, and the pictures of the documentation."""
