"""What of it needs Discord's client or a port."""
