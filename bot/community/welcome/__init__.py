"""The first visit of a person: one line on how things work, and the games as cards."""
