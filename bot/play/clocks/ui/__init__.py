"""The gateway events that clocks depend on."""
