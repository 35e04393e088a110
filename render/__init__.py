"""Pictures: a Scene becomes a PNG, frames become a GIF. Knows scenes, and no game."""
