"""Playing a match: dealing, moving, clocks, ending, and messages to players."""
