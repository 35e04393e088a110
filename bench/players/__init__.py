"""Benchmarks of the AI levels: how strong they are, how long their matches last, and who wins them."""
