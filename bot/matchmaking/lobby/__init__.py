"""The lobby, in which people search for an opponent they don't know yet."""
