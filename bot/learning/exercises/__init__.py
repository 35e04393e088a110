"""Private boards on which a player attempts an exercise: a lesson or a puzzle."""
