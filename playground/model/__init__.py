"""What there is: people, servers, channels, messages, a clock, and who may do what. No network."""
