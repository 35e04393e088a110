"""How exercises look and are tapped."""
