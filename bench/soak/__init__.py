"""Soak test: thousands of matches in one run, and how much memory the process keeps."""
