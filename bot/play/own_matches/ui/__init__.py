"""The option `match` of commands."""
