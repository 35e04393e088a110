"""Pictures: scenes become PNGs, frames become GIFs. This package knows scenes, but no game."""
