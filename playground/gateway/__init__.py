"""Discord's gateway: WebSocket connections, sessions, intents and events."""
