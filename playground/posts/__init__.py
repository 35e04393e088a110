"""Messages: sending, changing, forwarding and pinning them, and what Discord adds by itself."""
