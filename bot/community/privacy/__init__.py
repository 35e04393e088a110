"""What is known about people: shown, handed out, and deleted."""
