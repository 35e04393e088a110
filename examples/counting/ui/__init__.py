"""What talks to Discord."""
