"""The people on the server, and the world that exists at the start."""
