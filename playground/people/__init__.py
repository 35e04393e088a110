"""The people on the server, and the world as it stands at the start."""
