"""The simulated world: people, servers, channels, messages, a clock, and permissions. No network."""
