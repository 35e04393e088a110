"""Personal settings: how somebody likes to play here, in one panel."""
