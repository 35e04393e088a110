"""What the page asks for over HTTP: the control API, live events, recordings, and its own files."""
