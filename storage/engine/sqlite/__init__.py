"""The engine that needs nothing but a file."""
