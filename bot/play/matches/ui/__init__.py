"""The panels, DMs and taps of a match."""
