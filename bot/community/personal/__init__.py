"""Personal settings: how a person likes to play, in one panel."""
