"""The core of every game: protocol, chance, records, checks, search and teaching."""
