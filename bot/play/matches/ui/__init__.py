"""The panels, private messages and taps of a match."""
