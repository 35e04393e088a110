"""The help and the rules of the games."""
