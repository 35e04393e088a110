"""The data stored about people: the pages that show it, the archive of it, and its deletion."""
