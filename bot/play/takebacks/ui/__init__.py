"""The buttons of takebacks."""
