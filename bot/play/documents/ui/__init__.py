"""The commands and panels for documents."""
