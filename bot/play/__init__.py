"""Playing a match: dealing, moving, clocks, ending, and what players are told."""
