"""First steps in a game: lessons of one idea each, and a first match with a coach."""
