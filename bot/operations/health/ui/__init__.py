"""The parts of the health checks that need Discord's client or a port."""
