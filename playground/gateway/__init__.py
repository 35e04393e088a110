"""Discord's gateway: websockets, sessions, intents and events."""
