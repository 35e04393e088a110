"""The repositories: one module for each noun, with its rows, reads and writes."""
