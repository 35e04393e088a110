"""The first visit: one line on how things work, and the games as cards."""
