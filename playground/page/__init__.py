"""The HTTP side of the page: the control API, live events, recordings, and the page's files."""
