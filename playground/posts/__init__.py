"""Messages: sending, changing, forwarding and pinning them, and the lines that Discord adds automatically."""
