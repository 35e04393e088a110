"""How profiles talk to Discord."""
